import { clusterOf } from "../../core/chain/names.ts";
import {
	type DecodedEvmTransaction,
	decodedEvmTransactionOf,
	standardOf,
	tokenOf,
	type User,
} from "../../core/decoded-transaction/decoded-transaction.ts";
import { signedItemsOf } from "../../core/decoded-transaction/signed-item.ts";
import {
	type DecodedSvmTransaction,
	decodedSvmTransactionOf,
} from "../../core/decoded-transaction/svm/svm-decoded-transaction.ts";
import { type GrantedPermission, permissionsOf } from "../../core/describe/evm/permissions.ts";
import { svmPermissionsOf } from "../../core/describe/svm/permissions.ts";
import { readAddress, readChainRef, readUint } from "../../core/format/numeral.ts";
import { readKey } from "../../core/format/svm-wire.ts";
import { sameAddress } from "../../core/identities/labels.ts";
import { type Frozen, intentsOf } from "../../core/match/frozen.ts";
import type { Content, ItemAnalysis } from "../../core/review/item-analysis.ts";
import type { Review } from "../../core/review/review.ts";
import type { SeenAllowance } from "./seen-allowances.ts";

const MAX_OF_ONE = 60;

interface NotedAllowance {
	readonly account: string;
	readonly spender: string;
	readonly asset: string;
	readonly kind: GrantedPermission["kind"];
	readonly tokenId?: string | null | undefined;
}

interface AllowanceOwner {
	readonly chainRef: string;
	readonly signer: string;
	readonly accounts: readonly string[];
}

function evmSeen(
	{ chainRef }: AllowanceOwner,
	account: string,
	row: { readonly token: string; readonly spender: string; readonly kind: SeenAllowance["kind"] },
	tokenId = "",
): SeenAllowance[] {
	const chainId = readChainRef(chainRef);
	const [owner, token, spender] = [readAddress(account), readAddress(row.token), readAddress(row.spender)];
	return chainId === null || owner === null || token === null || spender === null
		? []
		: [{ chainRef: String(chainId), account: owner, token, spender, kind: row.kind, tokenId }];
}

/** Only a direct call to the token shows whether the allowance is in the token or in Permit2. */
function evmAllowance(
	whose: AllowanceOwner,
	account: string,
	token: string,
	spender: string,
	plain: boolean,
) {
	const own = evmSeen(whose, account, { token, spender, kind: "allowance" });
	return plain ? own : [...own, ...evmSeen(whose, account, { token, spender, kind: "permit2" })];
}

function evmNoted(whose: AllowanceOwner, noted: readonly NotedAllowance[]): SeenAllowance[] {
	return noted.flatMap(({ account, asset: token, spender, kind, tokenId }) => {
		if (!whose.accounts.some((each) => sameAddress(each, account))) return [];
		if (kind === "allowance") return evmAllowance(whose, account, token, spender, false);
		if (kind === "operator") return evmSeen(whose, account, { token, spender, kind });
		if (kind === "right") return [];
		const item = readUint(tokenId ?? "");
		return item === null ? [] : evmSeen(whose, account, { token, spender, kind }, item.toString());
	});
}

const ALLOWANCE_CALLS: ReadonlySet<string> = new Set(["approve", "allowance"]);

function evmPermissions(
	whose: AllowanceOwner,
	permissions: readonly GrantedPermission[],
	subject: DecodedEvmTransaction | null,
): SeenAllowance[] {
	const meaning = subject?.decoded.meaning ?? null;
	return permissions.flatMap(({ spender, token, kind, source }) => {
		if (kind === "operator") return evmSeen(whose, whose.signer, { token, spender, kind });
		if (kind === "token" || kind === "right") return [];
		const plain = source === "decoded" && meaning !== null && ALLOWANCE_CALLS.has(meaning.kind);
		return evmAllowance(whose, whose.signer, token, spender, plain);
	});
}

/**
 * EIP-20 and EIP-721 encode `approve` the same way. Unless the chain identifies the contract as a token, the
 * number may be an item's ID.
 */
function evmItem(whose: AllowanceOwner, { decoded, facts }: DecodedEvmTransaction): SeenAllowance[] {
	const { meaning, target } = decoded;
	if (meaning.kind !== "approve" || standardOf(tokenOf(facts, target)) === "erc20") return [];
	const row = { token: target, spender: meaning.spender, kind: "token" } as const;
	return evmSeen(whose, whose.signer, row, meaning.amountOrId.toString());
}

function svmSeen(whose: AllowanceOwner, token: string, spender: string): SeenAllowance[] {
	const cluster = clusterOf(whose.chainRef);
	const readable = [whose.signer, token, spender].every((key) => readKey(key) !== null);
	return cluster === null || !readable
		? []
		: [{ chainRef: cluster, account: whose.signer, token, spender, kind: "delegate", tokenId: "" }];
}

/** An approval that names only the mint counts for each known token account of that mint. */
function svmNoted(
	whose: AllowanceOwner,
	subject: DecodedSvmTransaction,
	noted: readonly NotedAllowance[],
): SeenAllowance[] {
	const known = [...(subject.facts?.accounts ?? [])].flatMap(([account, fact]) => {
		const data = fact.ok ? fact.value?.data : undefined;
		return data?.kind === "token" && data.owner === whose.signer ? [{ account, mint: data.mint }] : [];
	});
	return noted.flatMap(({ asset, spender }) =>
		known
			.filter(({ account, mint }) => asset === account || asset === mint)
			.flatMap(({ account }) => svmSeen(whose, account, spender)),
	);
}

function svmSteps(whose: AllowanceOwner, { steps }: DecodedSvmTransaction): SeenAllowance[] {
	return steps.flatMap(({ meaning }) =>
		meaning.kind === "token_approve" && meaning.authority === whose.signer
			? svmSeen(whose, meaning.source, meaning.delegate)
			: [],
	);
}

function ofContent(
	content: Content,
	whose: AllowanceOwner,
	permissions: readonly GrantedPermission[],
	own: readonly NotedAllowance[],
): SeenAllowance[] {
	if (content.kind === "svm_transaction") {
		const { subject } = content;
		const service = [...(subject.simulation?.approvals ?? [])];
		const claimed = permissions.map((row) => ({ ...row, account: whose.signer, asset: row.token }));
		return [...svmSteps(whose, subject), ...svmNoted(whose, subject, [...claimed, ...own, ...service])];
	}
	if (content.kind === "evm_transaction") {
		const { subject } = content;
		return [
			...evmPermissions(whose, permissions, subject),
			...evmItem(whose, subject),
			...evmNoted(whose, own),
			...evmNoted(whose, subject.simulation?.approvals ?? []),
		];
	}
	return evmPermissions(whose, permissions, null);
}

function first(seen: readonly SeenAllowance[]): readonly SeenAllowance[] {
	const byKey = new Map(seen.map((each) => [seenKey(each), each]));
	return [...byKey.values()].slice(0, MAX_OF_ONE);
}

export function seenKey({
	chainRef,
	account,
	token,
	spender,
	kind,
	tokenId,
}: Omit<SeenAllowance, "kind"> & { readonly kind: string }): string {
	return [chainRef, account, kind, token, spender, tokenId].join(" ");
}

const ownNoted = ({ opinion: { local } }: ItemAnalysis): readonly NotedAllowance[] =>
	local.state === "done" ? local.simulation.approvals : [];

export function seenOfReview({ frozen, analyses, user }: Review): readonly SeenAllowance[] {
	if (frozen === null || frozen.chain_ref === null) return [];
	const whose = { chainRef: frozen.chain_ref, signer: frozen.signer, accounts: user.accounts };
	return first(
		analyses.flatMap((analysis) =>
			ofContent(analysis.content, whose, analysis.permissions, ownNoted(analysis)),
		),
	);
}

export function seenOfFrozen(frozen: Frozen, user: User): readonly SeenAllowance[] {
	const { chain_ref: chainRef, signer } = frozen;
	if (chainRef === null || intentsOf(frozen).length === 0) return [];
	const whose = { chainRef, signer, accounts: user.accounts };
	const seen = signedItemsOf(frozen).flatMap((item) => {
		if (item.kind === "evm") {
			const subject = decodedEvmTransactionOf(item, null, user);
			if (subject === null) return [];
			return ofContent({ kind: "evm_transaction", subject }, whose, permissionsOf(subject), []);
		}
		if (item.kind !== "svm") return [];
		const subject = decodedSvmTransactionOf(item, null, user);
		if (subject === null) return [];
		return ofContent({ kind: "svm_transaction", subject }, whose, svmPermissionsOf(subject), []);
	});
	return first(seen);
}

interface ChangedAllowance {
	readonly seen: SeenAllowance;
	readonly grants: boolean;
}

/** Skips allowances that appear only in a simulation, or that could be in either the token or Permit2. */
export function changedOf(frozen: Frozen, user: User): readonly ChangedAllowance[] {
	const { chain_ref: chainRef, signer } = frozen;
	if (chainRef === null || intentsOf(frozen).length === 0) return [];
	const whose = { chainRef, signer, accounts: user.accounts };
	return signedItemsOf(frozen).flatMap((item): ChangedAllowance[] => {
		const changed = (seen: readonly SeenAllowance[], grants: boolean) =>
			seen.map((each) => ({ seen: each, grants }));
		if (item.kind === "evm") {
			const subject = decodedEvmTransactionOf(item, null, user);
			const meaning = subject?.decoded.meaning ?? null;
			if (subject === null || meaning === null) return [];
			const own = permissionsOf(subject).filter(
				({ kind, source }) =>
					source === "decoded" && (kind === "operator" || ALLOWANCE_CALLS.has(meaning.kind)),
			);
			return [true, false].flatMap((grants) =>
				changed(
					evmPermissions(
						whose,
						own.filter((each) => each.grants === grants),
						subject,
					),
					grants,
				),
			);
		}
		if (item.kind !== "svm") return [];
		const subject = decodedSvmTransactionOf(item, null, user);
		return subject === null ? [] : changed(svmSteps(whose, subject), true);
	});
}

export function calledOf(
	frozen: Frozen,
): readonly { readonly chainRef: string; readonly account: string; readonly called: string }[] {
	const { chain_ref: chainRef, signer: account } = frozen;
	if (chainRef === null || intentsOf(frozen).length === 0) return [];
	const chain = readChainRef(chainRef);
	if (chain === null) return [];
	return signedItemsOf(frozen).flatMap((item) => {
		const called = item.kind === "evm" ? readAddress(item.payload.transaction.to) : null;
		return called === null ? [] : [{ chainRef: String(chain), account, called }];
	});
}
