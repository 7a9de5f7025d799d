/* SPDX-License-Identifier: BSD-3-Clause */
/* SPMV: a sparse matrix times a vector, in three ways that move the same data.
 *
 * csr_scalar: one thread a row. Each lane walks its own row, so a load touches up to 32 lines,
 *   whose next words are wanted in the next turns (locality within the warp), and rows of
 *   different lengths let lanes run dry: the case divergence-aware scheduling is made for.
 * csr_vector: one warp a row. Loads are whole lines; the partial sums of the lanes are added up
 *   in shared memory.
 * jds: one thread a row, but sorted by length and stored diagonal by diagonal: loads are whole
 *   lines and the rows of a warp are about equally long.
 *
 * The vector is read through a texture by the first two, as SHOC does, and by plain loads by jds,
 * as Parboil does: at random places; or, with matrices in columns, at those of other rows, which
 * other warps have; or, with matrices in rows, beside the last one.
 *
 * Source: N. Bell, M. Garland, "Implementing Sparse Matrix-Vector Multiplication on
 *   Throughput-Oriented Processors", SC 2009.
 */
#include "../common/texture.h"
#include "spmv_mesh.h"

enum { SCALAR_BLOCK = 128, VECTOR_BLOCK = 128, JDS_BLOCK = 192, WARP = 32 };
/* JDS_SM_BLOCKS blocks an SM: as many warps as iPAWS's table 3 gives this program on Fermi. */
enum { JDS_SM_BLOCKS = 8 };

__constant__ int jds_start[MAX_DEPTH];
__constant__ int jds_group_length[MAX_GROUPS];

__global__ void csr_scalar(const float *value, const int *column, const int *row_start,
                           cudaTextureObject_t x, float *y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row >= rows)
        return;
    float sum = 0;
    int end = row_start[row + 1];
    /* Not unrolled: many loads in flight a thread would hide the reuse this kernel is about. */
#pragma unroll 1
    for (int i = row_start[row]; i < end; i++)
        sum += value[i] * tex1Dfetch<float>(x, column[i]);
    y[row] = sum;
}

__global__ void csr_vector(const float *value, const int *column, const int *row_start,
                           cudaTextureObject_t x, float *y, int rows)
{
    __shared__ float partial[VECTOR_BLOCK];
    int lane = threadIdx.x % WARP;
    int row = (blockIdx.x * VECTOR_BLOCK + threadIdx.x) / WARP;

    if (row >= rows)
        return;
    float sum = 0;
    int end = row_start[row + 1];
    for (int i = row_start[row] + lane; i < end; i += WARP)
        sum += value[i] * tex1Dfetch<float>(x, column[i]);

    partial[threadIdx.x] = sum;
    __syncwarp();
    for (int half = WARP / 2; half > 0; half /= 2) {
        if (lane < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncwarp();
    }
    if (lane == 0)
        y[row] = partial[threadIdx.x];
}

__global__ void __launch_bounds__(JDS_BLOCK, JDS_SM_BLOCKS)
    jds(const float *value, const int *column, const int *row_of, const float *x, float *y,
        int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= rows)
        return;
    float sum = 0;
    int length = jds_group_length[i / GROUP];
    for (int d = 0; d < length; d++) {
        int word = jds_start[d] + i;
        sum += value[word] * x[column[word]];
    }
    y[row_of[i]] = sum;
}

/* Element by element in double. */
static void reference_product(const csr_matrix *m, const float *x, float *y)
{
    for (int row = 0; row < m->rows; row++) {
        double sum = 0;
        for (int i = m->row_start[row]; i < m->row_start[row + 1]; i++)
            sum += (double)m->value[i] * (double)x[m->column[i]];
        y[row] = (float)sum;
    }
}

/* What every way of computing needs. */
struct product {
    const csr_matrix *matrix;
    bound_texture x;
    float *y; /* on the device */
    const float *expected;
};

static size_t check_product(const product *p, const char *name)
{
    float *y = host_array<float>(p->matrix->rows);

    CHECK(cudaGetLastError());
    copy_back(y, p->y, p->matrix->rows);
    size_t wrong = count_wrong(name, y, p->expected, p->matrix->rows, 1e-5f, 1e-4f);
    CHECK(cudaMemset(p->y, 0xff, p->matrix->rows * sizeof(float))); /* NaN, for the next */
    free(y);
    return wrong;
}

static size_t run_csr(const product *p, bool scalar, bool vector)
{
    const csr_matrix *m = p->matrix;
    int elements = m->row_start[m->rows];
    float *value = device_copy(m->value, elements);
    int *column = device_copy(m->column, elements);
    int *row_start = device_copy(m->row_start, m->rows + 1);
    size_t wrong = 0;

    if (scalar) {
        int blocks = (m->rows + SCALAR_BLOCK - 1) / SCALAR_BLOCK;
        csr_scalar<<<blocks, SCALAR_BLOCK>>>(value, column, row_start, p->x.object, p->y, m->rows);
        wrong += check_product(p, "csr_scalar");
    }
    if (vector) {
        int rows_per_block = VECTOR_BLOCK / WARP;
        int blocks = (m->rows + rows_per_block - 1) / rows_per_block;
        csr_vector<<<blocks, VECTOR_BLOCK>>>(value, column, row_start, p->x.object, p->y, m->rows);
        wrong += check_product(p, "csr_vector");
    }
    CHECK(cudaFree(value));
    CHECK(cudaFree(column));
    CHECK(cudaFree(row_start));
    return wrong;
}

static size_t run_jds(const product *p)
{
    jds_matrix j = jds_from_csr(p->matrix);
    float *value = device_copy(j.value, j.words);
    int *column = device_copy(j.column, j.words);
    int *row_of = device_copy(j.row_of, j.rows);
    CHECK(cudaMemcpyToSymbol(jds_start, j.start, j.depth * sizeof(int)));
    CHECK(cudaMemcpyToSymbol(jds_group_length, j.group_length, j.groups * sizeof(int)));

    int blocks = (j.rows + JDS_BLOCK - 1) / JDS_BLOCK;
    jds<<<blocks, JDS_BLOCK>>>(value, column, row_of, (float *)p->x.memory, p->y, j.rows);
    size_t wrong = check_product(p, "jds");

    CHECK(cudaFree(value));
    CHECK(cudaFree(column));
    CHECK(cudaFree(row_of));
    jds_free(&j);
    return wrong;
}

int main(int argc, char **argv)
{
    const char *way_name = "WAY (0 all, 1 scalar, 2 vector, 3 jds)";
    int way = (int)program_argument(argc, argv, 1, way_name, 0, 0, 3);
    int rows = (int)program_argument(argc, argv, 2, "ROWS", 8192, 32, MAX_GROUPS * GROUP);
    int most = rows < MAX_DEPTH ? rows / 2 : MAX_DEPTH / 2; /* rows are up to twice the average */
    int average = (int)program_argument(argc, argv, 3, "AVERAGE_ELEMENTS_PER_ROW",
                                        most < 82 ? most : 82, 1, most);

    const char *kind_name = "MATRIX (0 spread, 1 in columns, 2 in rows, 3 even, 4 mesh)";
    int kind = (int)program_argument(argc, argv, 4, kind_name, SPREAD, SPREAD, MATRIX_KINDS - 1);

    csr_matrix m =
        kind == MESH ? mesh_matrix(rows) : random_matrix(rows, average, (matrix_kind)kind);
    uint64_t random = 2;
    float *x = host_array<float>(rows);
    for (int i = 0; i < rows; i++)
        x[i] = random_float(&random, 0, 1);
    float *expected = host_array<float>(rows);
    reference_product(&m, x, expected);

    bound_texture x_texture = texture_1d(x, rows);
    product p = {&m, x_texture, device_array<float>(rows), expected};
    size_t wrong = 0;
    if (way != 3)
        wrong += run_csr(&p, way != 2, way != 1);
    if (way == 0 || way == 3)
        wrong += run_jds(&p);

    texture_free(x_texture);
    CHECK(cudaFree(p.y));
    csr_free(&m);
    free(x);
    free(expected);
    return program_verdict("spmv", wrong);
}
