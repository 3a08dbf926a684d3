import { feeOf } from "../../subject/svm/fee.ts";
import { isOwn } from "../../subject/svm/held.ts";
import { openedAnew, rentOf } from "../../subject/svm/rent.ts";
import { holderOf } from "../../subject/svm/svm-subject.ts";
import type { Cost } from "../effects.ts";
import type { SvmReader } from "./reader.ts";

/** Rent of token accounts that are opened for the user; for anybody else it is a movement. */
function rentCost({ subject }: SvmReader, step: number): readonly Cost[] {
	const all = openedAnew(subject);
	const own = all.filter((account) => isOwn(subject, holderOf(subject, account)));
	const rent = rentOf(subject);
	if (own.length === 0) return [];
	const most = rent === null ? null : (rent / BigInt(all.length)) * BigInt(own.length);
	return [{ payer: subject.signer, most, step }];
}

/** Network fee and rent. */
export function costsOf(reader: SvmReader, step: number): readonly Cost[] {
	const { subject } = reader;
	const payer = subject.read.staticKeys[0];
	const fee = payer === undefined ? [] : [{ payer, most: feeOf(subject), step }];
	return [...fee, ...rentCost(reader, step)];
}
