import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import type { Proposal } from "../effects.ts";
import { movementsBy, proposedSteps, withSteps } from "./movements.ts";
import type { SvmReader } from "./reader.ts";

const HARMLESS: ReadonlySet<SvmMeaning["kind"]> = new Set(["budget", "memo", "token_revoke", "token_open"]);
const PAYS: ReadonlySet<SvmMeaning["kind"]> = new Set(["lamports", "token_transfer"]);

/** Proposals to a multisig: instructions that run once its members agree. */
export function proposalsIn(reader: SvmReader): readonly Proposal[] {
	return reader.subject.steps.flatMap((step) => {
		const all = proposedSteps(step);
		const steps = all.filter(({ meaning }) => !HARMLESS.has(meaning.kind));
		if (steps.length === 0) return [];
		const payments = steps.filter(({ meaning }) => PAYS.has(meaning.kind));
		const moved = payments.flatMap((each) => movementsBy(withSteps(reader, all), each));
		const payees = moved.flatMap(({ to }) => (to === null ? [] : [to]));
		return [{ payees, doesMore: payments.length < steps.length || payees.length < moved.length }];
	});
}
