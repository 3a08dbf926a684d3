import type { TransactionFacts } from "../../effects/step-facts.ts";
import { message, sentences } from "../../message.ts";
import { NOTHING_SIGNED } from "../../unsigned.ts";
import type { Finding } from "../finding.ts";

/** A cluster makes a block about every so many ms. */
const BLOCK_MS = 400n;
/** Half a minute: less is reported. */
const SOON_BLOCKS = 75n;

/** End of the time in which the cluster takes it. */
export function blockhash({ blockhash: time }: Pick<TransactionFacts, "blockhash">): Finding | null {
	if (time === null) return null;
	const { isOver, blocksLeft, isKept } = time;
	if (isOver)
		return {
			id: "blockhash-dead",
			severity: "block",
			text: sentences(
				message(isKept ? "finding.blockhash-dead.kept" : "finding.blockhash-dead"),
				NOTHING_SIGNED,
			),
			needsWord: false,
			isPassing: true,
		};
	if (blocksLeft === null || blocksLeft < 0n || blocksLeft > SOON_BLOCKS) return null;
	const seconds = Number((blocksLeft * BLOCK_MS) / 1000n);
	return {
		id: "blockhash-ending",
		severity: "info",
		text: message(isKept ? "finding.blockhash-ending.kept" : "finding.blockhash-ending", { seconds }),
		needsWord: false,
	};
}
