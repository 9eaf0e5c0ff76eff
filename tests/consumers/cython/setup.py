"""An extension module outside dotcore, compiled against the installed package."""

import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

import dotcore

is_msvc = sys.platform == "win32"

setup(
    name="consumer",
    ext_modules=cythonize(
        Extension(
            "consumer",
            ["consumer.pyx"],
            language="c++",
            include_dirs=[dotcore.get_include()],
            library_dirs=[dotcore.get_library_dir()],
            libraries=["dotcore"],
            extra_compile_args=["/std:c++20"] if is_msvc else ["-std=c++20"],
        ),
        language_level=3,
    ),
)
