import type { TransactionInstruction } from "@solana/web3.js";
import { type Ask, type Case, type CaseContext, type Declares, type Label, SVM_USER, USER } from "../case.ts";
import { FRIEND, MY_SECOND } from "../world/svm/places.ts";

/** Solana cases: one line for each difference. */

/** The user has a second account, knows a friend, and has paid the friend before. */
const SVM_CONTEXT: CaseContext = {
	accounts: [
		{ address: USER },
		{ address: SVM_USER },
		{ address: MY_SECOND.toBase58(), label: "Savings", signer: "missing" },
	],
	contacts: [{ address: FRIEND.toBase58(), label: "Ana" }],
	dealings: [{ address: FRIEND.toBase58(), paid: 4 }],
};

type SvmAsk = Extract<Ask, { form: "svm" }>;

export interface SvmCase extends Partial<Omit<SvmAsk, "form" | "instructions" | "declares">> {
	readonly id: string;
	readonly label: Label;
	readonly title: string;
	readonly why: string;
	readonly does: readonly TransactionInstruction[];
	/** Truthful by default. */
	readonly declares?: Declares;
	readonly context?: CaseContext;
}

const svmCase =
	(kind: Case["kind"]) =>
	({ id, label, title, why, does, declares = "truth", context = SVM_CONTEXT, ...rest }: SvmCase): Case => ({
		id: `svm/${id}`,
		kind,
		label,
		title,
		why,
		world: "svm",
		ask: { form: "svm", instructions: does, declares, ...rest },
		context,
	});

export const svmAttack = svmCase("attack");
export const svmHonest = svmCase("honest");
