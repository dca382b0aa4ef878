/* Ten all-reduces of one float for each rank: what the scenario of main.go says. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int rank, size;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	float *x = malloc(size * sizeof *x);
	for (int turn = 0; turn < 10; turn++) {
		for (int i = 0; i < size; i++)
			x[i] = i;
		MPI_Allreduce(MPI_IN_PLACE, x, size, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
		for (int i = 0; i < size; i++)
			if (x[i] != (float)i * size) {
				fprintf(stderr, "rank %d: x[%d] is %g\n", rank, i, x[i]);
				return 1;
			}
	}
	free(x);
	MPI_Finalize();
	return 0;
}
