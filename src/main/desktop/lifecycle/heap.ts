import { setFlagsFromString } from "node:v8";

/**
 * Growth of the main process's heap. V8 trades memory for throughput: if it may, the young generation grows
 * to 64 MB, whose collection blocks the main process for long, and the old one to several times the memory in
 * use. The main process computes little, allocates much that is short-lived, and shares the computer, so it
 * collects earlier and less at a time. The flags take effect while it runs: those of the command line are
 * refused in a package (switches.ts).
 */
const FLAGS = [
	// The young generation doesn't grow beyond its size at the start.
	"--semi-space-growth-factor=1",
	// The old generation is collected once it is half as large again as after the last collection.
	"--heap-growing-percent=50",
];

export function keepHeapSmall(): void {
	for (const flag of FLAGS) setFlagsFromString(flag);
}
