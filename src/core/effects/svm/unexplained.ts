import { isReadProgram, type SvmStep, SYSTEM_PROGRAM } from "../../decode/svm/decode-svm.ts";
import type { AccountWrite } from "../../decoded-transaction/opinion.ts";
import type { UnexplainedWrite } from "../effects.ts";
import type { SvmReader } from "./reader.ts";

const isRead = (facts: AccountWrite["after"]): boolean => facts === null || facts.data.kind !== "other";

/** An account without data, e.g. a wallet. A change of its owner counts as a right. */
const isEmpty = (facts: AccountWrite["after"]): boolean =>
	facts === null || (facts.owner === SYSTEM_PROGRAM && facts.size === 0);

const names = ({ accounts }: SvmStep, address: string): boolean =>
	accounts.some(({ pubkey }) => pubkey === address);

const losesKey = ({ after, keys }: AccountWrite): boolean =>
	after !== null && keys.some(({ stands }) => stands === "before");

function byReadProgram(steps: readonly SvmStep[], { address, before, after }: AccountWrite): boolean {
	const owners = [before, after].flatMap((facts) => (facts === null ? [] : [facts.owner]));
	return (
		owners.every(isReadProgram) &&
		steps.some(
			(step) => isReadProgram(step.programId) && step.meaning.kind !== "unknown" && names(step, address),
		)
	);
}

/**
 * A decoded app keeps its own records, where the user's key may appear and stay. The key may disappear only
 * if the call transfers control, or from an account with a role in the interface.
 */
function byApp(steps: readonly SvmStep[], write: AccountWrite): boolean {
	const { address, after, keys } = write;
	return steps.some((step) => {
		const { meaning } = step;
		if (meaning.kind !== "app" || !names(step, address)) return false;
		if (keys.length === 0 || meaning.act === "control") return true;
		return after === null ? meaning.keeps.includes(address) : !losesKey(write);
	});
}

function isExplained({ subject, inner }: SvmReader, write: AccountWrite): boolean {
	const { before, after } = write;
	if (isRead(before) && isRead(after)) return true;
	if (isEmpty(before) && isEmpty(after)) return true;
	return byReadProgram([...subject.steps, ...inner], write) || byApp(subject.steps, write);
}

export function unexplainedWrites(reader: SvmReader, step: number): readonly UnexplainedWrite[] {
	return reader.writes
		.filter((write) => write.isDataChanged && !isExplained(reader, write))
		.map(({ address, before, after, keys }) => ({
			address,
			owner: (before ?? after)?.owner ?? null,
			namesUser: keys.length > 0,
			step,
		}));
}
