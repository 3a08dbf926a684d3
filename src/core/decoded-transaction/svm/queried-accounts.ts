import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import { isSol } from "./outflow.ts";
import type { DecodedSvmTransaction } from "./svm-decoded-transaction.ts";

const MAX_ACCOUNTS = 64;

const present = (keys: readonly (string | null)[]) => keys.filter((key) => key !== null);

function namedBy(meaning: SvmMeaning): readonly string[] {
	switch (meaning.kind) {
		case "lamports":
			return [meaning.to, meaning.from];
		case "token_transfer":
			return present([meaning.source, meaning.destination, meaning.mint]);
		case "token_approve":
			return present([meaning.source, meaning.mint]);
		case "token_mint":
			return [meaning.mint, meaning.destination];
		case "token_burn":
			return [meaning.mint, meaning.source];
		case "token_open":
			return [meaning.account, meaning.mint, meaning.owner];
		case "token_close":
		case "token_unwrap":
			return [meaning.account, meaning.to];
		case "withdraw":
			return [meaning.account, meaning.to];
		case "control":
		case "rule":
		case "nonce":
			return [meaning.account];
		case "lockup":
			return [meaning.stake];
		case "token_revoke":
			return [meaning.source];
		case "token_authority":
			return [meaning.account];
		case "app": {
			const parts = [...meaning.gives, ...meaning.gets];
			const mints = parts.map(({ mint }) => (mint === "native" ? null : mint));
			const { position, proposed, keeps } = meaning;
			const held = proposed.flatMap(({ accounts }) => accounts.map(({ pubkey }) => pubkey));
			return [...parts.map(({ account }) => account), ...present([...mints, position]), ...keeps, ...held];
		}
		case "unknown":
		case "budget":
		case "memo":
		case "create":
		case "assign":
		case "token_freeze":
		case "other":
			return [];
	}
}

function claimedBy({ simulation }: DecodedSvmTransaction): string[] {
	if (simulation === null) return [];
	const records = [...simulation.balanceChanges, ...simulation.approvals, ...simulation.fees];
	return records.map((record) => record.asset).filter((asset) => !isSol(asset));
}

export function queriedMints(subject: DecodedSvmTransaction): readonly string[] {
	const named = subject.steps.flatMap(({ meaning }) => {
		if (meaning.kind === "app")
			return [...meaning.gives, ...meaning.gets].flatMap(({ mint }) => (mint === "native" ? [] : [mint]));
		return "mint" in meaning ? [meaning.mint] : [];
	});
	return [...new Set(present([...named, ...claimedBy(subject)]))];
}

export function queriedAccounts(subject: DecodedSvmTransaction): readonly string[] {
	const others = subject.steps.flatMap((step) => step.accounts.map((account) => account.pubkey));
	const named = subject.steps.flatMap(({ meaning }) => namedBy(meaning));
	const all = [subject.signer, ...named, ...claimedBy(subject), ...others];
	return [...new Set(all)].slice(0, MAX_ACCOUNTS);
}
