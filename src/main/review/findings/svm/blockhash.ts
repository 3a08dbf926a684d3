import { known } from "../../../chains/chain-error.ts";
import { block, info, type SvmRule } from "./finding.ts";

/** A cluster makes a block about every so many ms. */
const BLOCK_MS = 400n;
/** Half a minute: less is told. */
const SOON_BLOCKS = 75n;

/** Until when the cluster would still take it. */
export const blockhash: SvmRule = ({ subject }) => {
	const kept = subject.transaction?.preserve_blockhash === true;
	if (known(subject.facts?.blockhashValid) === false)
		return block(
			"blockhash-dead",
			`The time in which this could be sent is over: its blockhash is too old. ${
				kept ? "It must be kept as it is, so ask the agent for it again." : "The service renews it."
			}`,
		);
	const last = subject.transaction?.last_valid_block_height;
	const height = known(subject.facts?.blockHeight);
	if (typeof last !== "number" || !Number.isSafeInteger(last) || height === null) return null;
	const left = BigInt(last) - height;
	if (left < 0n || left > SOON_BLOCKS) return null;
	const seconds = (left * BLOCK_MS) / 1000n;
	return info(
		"blockhash-ending",
		`This can be sent for about ${seconds} seconds more; then ${kept ? "it must be asked for again" : "the service renews it"}.`,
	);
};
