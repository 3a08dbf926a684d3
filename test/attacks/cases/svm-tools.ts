import type { TransactionInstruction } from "@solana/web3.js";
import { type Ask, type Case, type CaseContext, type Declares, type Label, SVM_USER, USER } from "../case.ts";
import { FRIEND, MY_SECOND } from "../world/svm/addresses.ts";

/** Helpers for Solana cases, with defaults for everything that most of them share. */

/** Context in which the user has a second account and a contact that they have paid before. */
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
	/** Default: `truth`. */
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
