import { known } from "../../../chain/chain-error.ts";
import { message } from "../../../message.ts";
import { block, info, type SvmRule } from "../finding.ts";

/** A cluster makes a block about every so many ms. */
const BLOCK_MS = 400n;
/** Half a minute: less is told. */
const SOON_BLOCKS = 75n;

/** Until when the cluster would still take it. */
export const blockhash: SvmRule = ({ subject }) => {
	const kept = subject.transaction?.preserve_blockhash === true;
	if (known(subject.facts?.blockhashValid) === false)
		return block("blockhash-dead", message(kept ? "finding.blockhash-dead.kept" : "finding.blockhash-dead"));
	const last = subject.transaction?.last_valid_block_height;
	const height = known(subject.facts?.blockHeight);
	if (typeof last !== "number" || !Number.isSafeInteger(last) || height === null) return null;
	const left = BigInt(last) - height;
	if (left < 0n || left > SOON_BLOCKS) return null;
	const seconds = Number((left * BLOCK_MS) / 1000n);
	return info(
		"blockhash-ending",
		message(kept ? "finding.blockhash-ending.kept" : "finding.blockhash-ending", { seconds }),
	);
};
