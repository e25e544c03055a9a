# REQUIRES: ptxas
# Every example's kernels assemble, without spilling registers where they are ordinary.
# RUN: %ptx80 --spec=x_ptr=*fp32:16,y_ptr=*fp32:16,out_ptr=*fp32:16,n=i32,BLOCK_SIZE=1024 %S/../../../examples/vector_add.py > %t.ptx && %assembler -arch=sm_80 %t.ptx -o %t.cubin
# RUN: %ptx --spec=out_ptr=*fp32:16,in_ptr=*fp32:16,in_row_stride=i32,out_row_stride=i32,n_cols=i32,BLOCK_SIZE=1024 %S/../../../examples/softmax.py > %t.ptx && %assembler -arch=sm_90a -v %t.ptx -o %t.cubin 2>&1 | FileCheck %s
# RUN: %ptx --warps=8 --spec=a_ptr=*fp16:16,b_ptr=*fp16:16,c_ptr=*fp16:16,M=i32:16,N=i32:16,K=i32:16,stride_am=i32:16,stride_ak=1,stride_bk=i32:16,stride_bn=1,stride_cm=i32:16,stride_cn=1,BLOCK_M=128,BLOCK_N=256,BLOCK_K=64,GROUP_M=8 %S/../../../examples/matmul.py > %t.ptx && %assembler -arch=sm_90a -v %t.ptx -o %t.cubin 2>&1 | FileCheck %s
# RUN: %ptx --warps=8 --stages=2 --spec=q_ptr=*fp16:16,k_ptr=*fp16:16,v_ptr=*fp16:16,out_ptr=*fp16:16,scale=fp32,S=i32:16,stride_b=i32:16,stride_s=i32:16,CAUSAL=True,D=128,BLOCK_M=128,BLOCK_N=128 %S/../../../examples/flash_attention.py > %t.ptx && %assembler -arch=sm_90a -v %t.ptx -o %t.cubin 2>&1 | FileCheck %s
# CHECK: 0 bytes spill stores, 0 bytes spill loads
