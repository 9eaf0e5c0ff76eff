"""From bytes to text and back, so that the same bytes come out again.

The order of trust: a byte-order mark, then the record's own ``CA`` (in a first game that can be
found without decoding), then UTF-8.  A text that is not valid in what it claims is read all the
same: undecodable bytes of UTF-8 are carried as lone surrogates ("surrogateescape"), and text
without a claim falls back to Windows-1251, in which old Russian programs wrote, or to Latin-1.
Whatever codec is chosen has proved on this very text that it gives the bytes back.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from ._faults import FaultLog

__all__ = ["Encoding", "decode", "encode", "encoding_of", "lookup"]

# Codecs that a record may name. Others are refused: some are no text encodings, some take
# quadratic time (punycode, idna), none is in use for records.
_KNOWN = (
    "utf-8 ascii iso8859-1 iso8859-2 iso8859-4 iso8859-5 iso8859-9 iso8859-13 iso8859-15"
    " cp1250 cp1251 cp1252 cp1254 cp1257 cp437 cp850 cp852 cp866 koi8-r koi8-u mac-cyrillic"
    " gb2312 gbk gb18030 big5 shift_jis cp932 euc_jp euc_kr cp949"
)
_ALLOWED = frozenset(codecs.lookup(name).name for name in _KNOWN.split())
_CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([^\]\\\s]{1,40})\s*\]")
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
# CA stands in the first root node; a look further down would find it in comments.
_CHARSET_WITHIN = 4096


@dataclass(frozen=True)
class Encoding:
    """How a text was, or will be, stored: codec, error handling, byte-order mark in front."""

    codec: str = "utf-8"
    errors: str = "strict"
    mark: bytes = b""


def lookup(name: str) -> str | None:
    """The codec's own name if ``name`` is an encoding that records may use, else None."""
    try:
        found = codecs.lookup(name.strip().replace(" ", "-")).name
    except (LookupError, ValueError):
        return None
    return found if found in _ALLOWED else None


def encode(text: str, encoding: Encoding) -> bytes:
    """The bytes of ``text``; `UnicodeEncodeError` where the codec lacks a character."""
    return encoding.mark + text.encode(encoding.codec, encoding.errors)


def encoding_of(text: str) -> Encoding:
    """How to store a text that came as str: as its CA says if that can hold it, else UTF-8."""
    claimed = _CHARSET.search(text[:_CHARSET_WITHIN].encode("utf-8", "replace"))
    codec = lookup(claimed[1].decode("latin-1")) if claimed is not None else None
    if codec is not None and codec != "utf-8":
        try:
            if text.encode(codec).decode(codec) == text:
                return Encoding(codec)
        except UnicodeError:
            pass
    try:
        text.encode("utf-8", "surrogateescape")  # lone surrogates are bytes that were no UTF-8
    except UnicodeEncodeError:
        return Encoding("utf-8", "surrogatepass")
    return Encoding("utf-8", "surrogateescape")


def decode(data: bytes, log: FaultLog) -> tuple[str, Encoding]:
    """The text of ``data`` without its byte-order mark; faults are noted at offsets in it."""
    for mark, codec in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return _decode_as(data[len(mark) :], codec, mark, log)
    claimed = _CHARSET.search(data, 0, _CHARSET_WITHIN)
    if claimed is not None:
        name = claimed[1].decode("latin-1")
        codec = lookup(name) or ""
        if codec:
            return _decode_as(data, codec, b"", log)
        log.warning("unknown_charset", claimed.start(1), f"CA[{name}] is no known encoding")
    try:
        return data.decode("utf-8"), Encoding()
    except UnicodeDecodeError as fault:
        guess = _guess(data)
        text, encoding = _decode_as(data, guess, b"", log)
        # The offset is right if what precedes is ASCII; before the first high byte it is.
        offset = len(data[: fault.start].decode(encoding.codec, encoding.errors))
        log.error("bad_encoding", offset, f"not UTF-8, and no CA says what else: read as {guess}")
        return text, encoding


def _decode_as(data: bytes, codec: str, mark: bytes, log: FaultLog) -> tuple[str, Encoding]:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as fault:
        if codec == "utf-8":
            text = data.decode(codec, "surrogateescape")
            offset = len(data[: fault.start].decode(codec, "surrogateescape"))
            message = f"byte 0x{data[fault.start]:02x} is not UTF-8; it is kept as it is"
            log.error("bad_encoding", offset, message)
            return text, Encoding(codec, "surrogateescape", mark)
    else:
        if text.encode(codec, "replace") == data:
            return text, Encoding(codec, "strict", mark)
    log.error("bad_encoding", 0, f"the text is not valid {codec}; read as latin-1")
    return data.decode("latin-1"), Encoding("latin-1", "strict", mark)


def _guess(data: bytes) -> str:
    # Cyrillic text has whole words of high bytes, Western text single accented letters.
    lengths = [len(run) for run in _HIGH_RUN.findall(data[: 1 << 16])]
    in_words = sum(length for length in lengths if length > 1)
    if 2 * in_words > sum(lengths):
        try:
            data.decode("cp1251")
        except UnicodeDecodeError:
            return "latin-1"
        return "cp1251"
    return "latin-1"
