import { type Message, message, sentences } from "../../../../core/localized-text.ts";
import { type Frozen, intentsOf } from "../../../../core/match/frozen.ts";
import { NOTHING_SIGNED } from "../../../../core/unsigned.ts";
import { checkSigned, type ProvenSignature, signerOf } from "../signed.ts";
import {
	type Readiness,
	type Signer,
	type SignerAccount,
	SignerError,
	type SignerState,
	sameAddress,
} from "../signer.ts";
import type { VaultClient } from "./client.ts";

const refused = (field: string, text: Message, saysUnsigned?: boolean) =>
	new SignerError("refusedMatch", text, field, { saysUnsigned });

/** The vault's answer is verified like any other signer's. */
export async function signByVault(
	vault: Pick<VaultClient, "sign">,
	frozen: Frozen,
	index: number,
	fingerprint: string,
	account: string,
): Promise<ProvenSignature> {
	const intent = intentsOf(frozen)[index];
	if (intent === undefined)
		throw refused("place", sentences(message("proof.nothing-at-place"), NOTHING_SIGNED), true);
	const signer = signerOf(frozen, intent);
	if (!sameAddress(signer, account))
		throw refused("payload.signer", sentences(message("signer.other-signer"), NOTHING_SIGNED), true);
	const answer = await vault.sign(account, frozen, fingerprint, index);
	if (!answer.ok) {
		const { reason, text, field, saysUnsigned } = answer;
		throw new SignerError(reason, text, field, { saysUnsigned });
	}
	const checked = await checkSigned(answer.signed, frozen, index);
	if (!checked.ok)
		throw refused(
			checked.field,
			sentences(checked.text, message("signer.thrown-away")),
			checked.saysUnsigned,
		);
	return checked.proven;
}

export class LocalSigner implements Signer {
	readonly kind = "local";
	readonly #vault: Pick<VaultClient, "sign" | "status">;

	constructor(vault: Pick<VaultClient, "sign" | "status">) {
		this.#vault = vault;
	}

	addresses(): readonly SignerAccount[] {
		return this.#vault.status().accounts.map(({ address, family }) => ({ address, family }));
	}

	state(address: string): SignerState {
		const { accounts, state } = this.#vault.status();
		if (!accounts.some((each) => sameAddress(each.address, address))) return "missing";
		return state === "unlocked" ? "ready" : "locked";
	}

	async prepare(account: string): Promise<Readiness> {
		const state = this.state(account);
		if (state === "ready") return { ready: true };
		return {
			ready: false,
			text: state === "locked" ? message("signer.waits-for-vault") : message("signer.not-on-computer"),
		};
	}

	async sign(frozen: Frozen, index: number, fingerprint: string, account: string): Promise<ProvenSignature> {
		return await signByVault(this.#vault, frozen, index, fingerprint, account);
	}
}
