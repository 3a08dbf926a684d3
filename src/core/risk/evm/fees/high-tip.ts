import { known } from "../../../chain/chain-error.ts";
import { feeBound } from "../../../explain/evm/fee-bounds.ts";
import { readUint } from "../../../format/numeral.ts";
import { amountParam, message } from "../../../message.ts";
import { nativeAmount } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";

/** So many times what the chain's own node proposes now, which follows the tips of its latest blocks. */
const OUT_OF_PROPORTION = 10n;
/** A part of what any fee may be; a smaller tip is worth no word, however many times the usual it is. */
const WORTH_A_WORD = 10n;

/** What goes to whoever makes the block, and not to the chain: who asks for it may be the one who gets it. */
export const highTip: FindingRule = ({ subject }) => {
	const { max_priority_fee_per_gas: stated, max_fee_per_gas, gas_limit } = subject.payload.transaction;
	const [tip, most] = [readUint(stated), readUint(max_fee_per_gas)];
	const [usual, base] = [known(subject.facts?.tip), known(subject.facts?.baseFee)];
	if (tip === null || most === null || usual === null || base === null) return null;
	if (!Number.isSafeInteger(gas_limit) || gas_limit < 0) return null;
	const left = most > base ? most - base : 0n;
	const paid = tip < left ? tip : left;
	const cost = paid * BigInt(gas_limit);
	if (paid <= usual * OUT_OF_PROPORTION || cost * WORTH_A_WORD < feeBound(subject.chainRef)) return null;
	const tipped = amountParam(nativeAmount(subject.chainRef, cost));
	return {
		id: "high-tip",
		severity: "danger",
		text: message("finding.high-tip", { tip: tipped, times: Number(OUT_OF_PROPORTION) }),
		needsWord: true,
		stake: { kind: "cost" },
		about: [subject.chainRef],
	};
};
