"""The package says what it needs where the processor lacks it."""

import pytest
from cortenforge import _processor


def test_a_processor_without_avx2_gets_advice(monkeypatch):
    monkeypatch.delenv(_processor.OVERRIDE, raising=False)
    with pytest.raises(ImportError, match="AVX2.*RUSTFLAGS"):
        _processor.check("x86_64", {"AVX2": False})
    monkeypatch.setenv(_processor.OVERRIDE, "1")
    _processor.check("x86_64", {"AVX2": False})


def test_others_pass(monkeypatch):
    monkeypatch.delenv(_processor.OVERRIDE, raising=False)
    _processor.check("x86_64", {"AVX2": True})
    _processor.check("AMD64", {})
    _processor.check("aarch64", {"AVX2": False})


def test_numpy_tells():
    assert "AVX2" in _processor.features()
