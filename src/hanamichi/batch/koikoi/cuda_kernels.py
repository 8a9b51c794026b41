"""The kernels over many matches of Koi-Koi on an NVIDIA GPU."""

from __future__ import annotations

from hanamichi.batch import cuda_template
from hanamichi.batch.cuda_jit import cuda_kernel
from hanamichi.batch.cuda_template import CudaKernels
from hanamichi.batch.koikoi.cpu_kernels import CPU_KERNELS, DEFINITIONS
from hanamichi.batch.specialize import specialize

_DEFINITIONS = {**DEFINITIONS._asdict(), **CPU_KERNELS._asdict()}
CUDA_KERNELS = CudaKernels(**specialize(cuda_template, _DEFINITIONS, __name__, cuda_kernel))
