import { base64 } from "@scure/base";
import type { PublicKey, TransactionInstruction } from "@solana/web3.js";
import type { LocalSimulation } from "../../../../../src/core/decoded-transaction/opinion.ts";
import {
	queriedAccounts,
	queriedMints,
} from "../../../../../src/core/decoded-transaction/svm/queried-accounts.ts";
import {
	type DecodedSvmTransaction,
	decodedSvmTransactionOf,
} from "../../../../../src/core/decoded-transaction/svm/svm-decoded-transaction.ts";
import type { EffectAsset, Movement, Right, StepEffects } from "../../../../../src/core/effects/effects.ts";
import { svmStepEffects } from "../../../../../src/core/effects/svm/step-effects.ts";
import { simulateSvm } from "../../../../../src/main/reviewing/facts/simulate-svm.ts";
import { user } from "../../review/scene.ts";
import type { SvmScene } from "../../simulate/svm-scene.ts";

/** Effects of a transaction on a real Solana runtime, each written as a short line. */

export interface SvmEffectsScene {
	/** Sets the name of an address in these lines. */
	readonly nameAddress: (name: string, address: PublicKey) => void;
	readonly effects: (
		instructions: readonly TransactionInstruction[],
		how?: { readonly payer?: PublicKey; readonly isSimulated?: boolean },
	) => Promise<StepEffects>;
	/** Lists movements such as “observed me > thief 5 native”. */
	readonly movements: (effects: StepEffects, basis?: Movement["basis"]) => readonly string[];
	/** Lists rights such as “decoded thief may take 5 MINT of me”. */
	readonly rights: (effects: StepEffects) => readonly string[];
	/** Lists holdings such as “me 100 native”. */
	readonly holdings: (effects: StepEffects) => readonly string[];
	readonly nameOf: (address: string) => string;
}

const NOT_RUN: LocalSimulation = { state: "none" };

export function svmEffectsScene(scene: SvmScene): SvmEffectsScene {
	const names = new Map<string, string>();
	const call = (name: string, address: PublicKey) => names.set(address.toBase58(), name);
	call("me", scene.me.publicKey);
	call("mine", scene.mine);
	call("friend", scene.friend);
	call("thief", scene.thief);
	const named = (address: string): string => names.get(address) ?? address;
	const assetText = ({ kind, address }: EffectAsset): string =>
		kind === "native" ? "SOL" : address === null ? kind : named(address);
	const bound = (least: bigint, most: bigint | null) =>
		least === most ? String(least) : `${least}..${most ?? ""}`;

	function rightText({ basis, holder, account, scope, extent }: Right): string {
		const who = `${basis} ${named(holder)}`;
		if (scope.kind === "control") {
			const verb = extent === 0n ? "loses" : "has";
			return `${who} ${verb} ${scope.what} of ${named(scope.over)} from ${named(account)}`;
		}
		const what = scope.kind === "asset" ? assetText(scope.asset) : "everything";
		return `${who} may take ${extent ?? "any"} ${what} of ${named(account)}`;
	}

	return {
		nameAddress: call,
		nameOf: named,
		effects: async (instructions, { payer, isSimulated = true } = {}) => {
			scene.svm.advance(2);
			const leg = await scene.leg(instructions, payer === undefined ? {} : { payer });
			const who = user({ accounts: [scene.me.publicKey, scene.mine].map((key) => key.toBase58()) });
			const subjectWith = (facts: DecodedSvmTransaction["facts"]): DecodedSvmTransaction => {
				const found = decodedSvmTransactionOf(leg, facts, who);
				if (found === null) throw new Error("no subject");
				return found;
			};
			const asked = subjectWith(null);
			const facts = await scene.chain.facts({
				payer: asked.read.staticKeys[0] ?? "",
				blockhash: asked.read.blockhash,
				messageBase64: base64.encode(asked.read.messageBytes),
				accounts: queriedAccounts(asked),
				mints: queriedMints(asked),
			});
			const [local = NOT_RUN] = isSimulated
				? await simulateSvm(scene.chain, [leg], [scene.mine.toBase58()])
				: [];
			return svmStepEffects(subjectWith(facts), { local, addressFacts: null }, 0, "unproven");
		},
		movements: ({ movements }, only) =>
			movements
				.filter(({ basis }) => only === undefined || basis === only)
				.map(({ basis, from, to, asset, least, most }) => {
					const way = `${named(from)} > ${to === null ? "?" : named(to)}`;
					return `${basis} ${way} ${bound(least, most)} ${assetText(asset)}`;
				}),
		rights: ({ rights }) => rights.map(rightText),
		holdings: ({ holdings }) =>
			holdings.map(({ account, asset, amount }) => `${named(account)} ${amount ?? "?"} ${assetText(asset)}`),
	};
}
