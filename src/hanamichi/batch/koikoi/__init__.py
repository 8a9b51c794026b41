"""Koi-Koi as flat kernels."""
