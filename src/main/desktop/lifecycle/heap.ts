import { setFlagsFromString } from "node:v8";

/**
 * How main's heap grows. V8 trades memory for throughput: where it may, it lets the young generation grow to 64 MB, of
 * which one collection stops main for long, and the old one to several times of what is in use. Main has little to
 * compute, much that comes and goes, and a computer to share, so it collects sooner and less at a time. The flags take
 * effect while main runs: those of the command line are refused in a package (switches.ts).
 */
const FLAGS = [
	// The young generation does not grow beyond what it is when main starts.
	"--semi-space-growth-factor=1",
	// The old one is collected once it is half as large again as what the last collection left.
	"--heap-growing-percent=50",
];

export function keepHeapSmall(): void {
	for (const flag of FLAGS) setFlagsFromString(flag);
}
