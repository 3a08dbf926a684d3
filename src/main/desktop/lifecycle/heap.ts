import { setFlagsFromString } from "node:v8";

/**
 * V8 trades memory for pauses: it would let the young generation grow to 64 MB, and the old one to several
 * times the used memory. The flags are set at run time, because a packaged app rejects them on the command
 * line (switches.ts).
 */
const FLAGS = [
	// The young generation keeps its initial size.
	"--semi-space-growth-factor=1",
	// The old generation is collected after growing by half.
	"--heap-growing-percent=50",
];

export function keepHeapSmall(): void {
	for (const flag of FLAGS) setFlagsFromString(flag);
}
