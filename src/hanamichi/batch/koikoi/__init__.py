"""Koi-Koi as compiled kernels."""
