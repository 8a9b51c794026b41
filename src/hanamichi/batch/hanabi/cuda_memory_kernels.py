"""The kernels over many games of Hanabi on an NVIDIA GPU that keep what happened to each card."""

from __future__ import annotations

from hanamichi.batch import cuda_template
from hanamichi.batch.cuda_jit import cuda_kernel
from hanamichi.batch.cuda_template import CudaKernels
from hanamichi.batch.hanabi.cpu_kernels import CPU_KERNELS, DEFINITIONS
from hanamichi.batch.hanabi.row import MEMORY_ROW_BYTES
from hanamichi.batch.specialize import specialize

_DEFINITIONS = {
    **DEFINITIONS._replace(ROW_CELLS=MEMORY_ROW_BYTES)._asdict(),
    **CPU_KERNELS._asdict(),
}
CUDA_KERNELS = CudaKernels(**specialize(cuda_template, _DEFINITIONS, __name__, cuda_kernel))
