import { ChainError } from "../../core/chain/chain-error.ts";
import { readAddress, readChainRef, readUint } from "../../core/format/numeral.ts";
import { PERMIT2, TOKEN_PROGRAMS } from "../../core/match/revocation.ts";
import { message, type Text } from "../../core/message.ts";
import { type ReadAllowance, readAllowed, readTokenUnit, type TokenUnit } from "../chains/evm/allowances.ts";
import type { RawAccount } from "../chains/svm/accounts.ts";
import { accountFacts, MAX_ACCOUNTS } from "../chains/svm/accounts.ts";
import { metadataAddressOf, withMetadata } from "../chains/svm/metadata.ts";
import type { Clock } from "../ports.ts";
import type { Chains } from "../reviewing/facts/completing.ts";
import { metKey } from "./allowance-notes.ts";
import type { MetAllowance } from "./met-allowances.ts";

/** Asks the user's own RPC of one chain what is allowed now, of what was met in reviews. */

export interface FoundAllowance {
	readonly key: string;
	readonly met: MetAllowance;
	/** Who may take it now; of a delegate, whoever the chain names. */
	readonly spender: string;
	/** null where it could not be read. */
	readonly allowed: ReadAllowance | null;
	readonly unit: TokenUnit;
	/** The mint of a token account; null on EVM. */
	readonly mint: string | null;
	/** The program of a token account; null on EVM. */
	readonly program: string | null;
	/** Why it could not be read; null where it was. */
	readonly fault: Text | null;
}

export interface ReadChain {
	readonly chainRef: string;
	/** The accounts that were asked for. */
	readonly accounts: readonly string[];
	/** Why the chain could not be asked at all. */
	readonly fault: Text | null;
	/** What is allowed now, and what could not be read; what is at zero is left out. */
	readonly found: readonly FoundAllowance[];
}

export interface ReadingParts {
	readonly chains: Chains;
	readonly clock: Clock;
	readonly log: (line: string) => void;
}

/** So many questions at once to one RPC. */
const AT_ONCE = 8;
/** After this long no more is asked of one chain, in ms. */
const PATIENCE_MS = 30_000;

const SLOW = message("app.allowances.too-slow");
const UNUSABLE = message("chain.unusable");
const NO_UNIT: TokenUnit = { symbol: null, name: null, decimals: null };

/** It is not this one answer that failed, but the RPC. */
const isDown = (cause: unknown): cause is ChainError =>
	cause instanceof ChainError &&
	(cause.kind === "unreachable" || cause.kind === "wrong_chain" || cause.kind === "no_rpc");

/** In the order of `all`, a few at a time. */
async function inPool<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const worker = async () => {
		for (let at = next++; at < all.length; at = next++) {
			const each = all[at];
			if (each !== undefined) results[at] = await work(each);
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, worker));
	return results;
}

export function createAllowanceReading(parts: ReadingParts) {
	const { chains, clock } = parts;
	/** What a token says of itself, by chain and address: it is not asked again while the app runs. */
	const units = new Map<string, TokenUnit>();

	function messageOf(cause: unknown): Text {
		if (cause instanceof ChainError) return cause.text;
		parts.log(`allowances: ${String(cause)}`);
		return UNUSABLE;
	}

	function unread(met: MetAllowance, fault: Text): FoundAllowance {
		return {
			key: metKey(met),
			met,
			spender: met.spender,
			allowed: null,
			unit: NO_UNIT,
			mint: null,
			program: null,
			fault,
		};
	}

	async function unitOf(chain: Parameters<typeof readTokenUnit>[0], met: MetAllowance): Promise<TokenUnit> {
		const key = `${met.chainRef} ${met.token}`;
		const known = units.get(key);
		const token = readAddress(met.token);
		if (known !== undefined || token === null) return known ?? NO_UNIT;
		const unit = await readTokenUnit(chain, token);
		units.set(key, unit);
		return unit;
	}

	async function readEvm(chainRef: string, all: readonly MetAllowance[]): Promise<FoundAllowance[]> {
		const chain = chains.evm.of(readChainRef(chainRef) ?? 0);
		await chain.prove();
		const until = clock.now() + PATIENCE_MS;
		let down: Text | null = null;

		async function one(met: MetAllowance): Promise<FoundAllowance | null> {
			if (down === null && clock.now() > until) down = SLOW;
			if (down !== null) return unread(met, down);
			const { kind } = met;
			const [account, token, spender] = [met.account, met.token, met.spender].map(readAddress);
			if (kind === "delegate" || account == null || token == null || spender == null) return null;
			try {
				const question = { kind, account, token, spender, tokenId: readUint(met.tokenId) };
				const allowed = await readAllowed(chain, PERMIT2, question);
				const isOver = allowed?.until != null && allowed.until * 1000 < clock.now();
				if (allowed === null || isOver) return null;
				return { ...unread(met, ""), allowed, unit: await unitOf(chain, met), fault: null };
			} catch (cause) {
				const text = messageOf(cause);
				if (isDown(cause)) down = text;
				return unread(met, text);
			}
		}

		const found = await inPool(all, one);
		return found.filter((each) => each !== null);
	}

	/** By address, in as many questions as it takes. */
	async function svmAccounts(cluster: string, addresses: readonly string[]) {
		const chain = chains.svm.of(cluster);
		const keys = [...new Set(addresses)];
		const read = new Map<string, RawAccount>();
		for (let at = 0; at < keys.length; at += MAX_ACCOUNTS) {
			const some = keys.slice(at, at + MAX_ACCOUNTS);
			const found = await chain.accounts(some);
			for (const [index, key] of some.entries()) {
				const raw = found[index] ?? null;
				if (raw !== null) read.set(key, raw);
			}
		}
		return read;
	}

	function delegateOf(met: MetAllowance, raw: RawAccount | undefined): FoundAllowance | null {
		if (raw === undefined || !TOKEN_PROGRAMS.includes(raw.owner)) return null;
		const { data } = accountFacts(met.token, raw);
		if (data.kind !== "token") return unread(met, message("app.allowances.token-account"));
		if (data.owner !== met.account || data.delegate === null || data.delegatedAmount === 0n) return null;
		return {
			...unread(met, ""),
			spender: data.delegate,
			allowed: { amount: data.delegatedAmount, until: null },
			mint: data.mint,
			program: raw.owner,
			fault: null,
		};
	}

	function mintUnit(mint: string, accounts: ReadonlyMap<string, RawAccount>): TokenUnit {
		const raw = accounts.get(mint);
		const metadata = accounts.get(metadataAddressOf(mint)) ?? null;
		const data = raw === undefined ? null : withMetadata(mint, accountFacts(mint, raw), metadata).data;
		return data?.kind === "mint"
			? { symbol: data.symbol, name: data.name, decimals: data.decimals }
			: NO_UNIT;
	}

	async function readSvm(cluster: string, all: readonly MetAllowance[]): Promise<FoundAllowance[]> {
		// A token account has one delegate, whoever was met as such.
		const byToken = new Map(all.map((met) => [`${met.account} ${met.token}`, met]));
		const met = [...byToken.values()].filter((each) => each.kind === "delegate");
		const accounts = await svmAccounts(
			cluster,
			met.map((each) => each.token),
		);
		const found = met
			.map((each) => delegateOf(each, accounts.get(each.token)))
			.filter((each) => each !== null);
		const mints = await svmAccounts(
			cluster,
			found.flatMap(({ mint }) => (mint === null ? [] : [mint, metadataAddressOf(mint)])),
		);
		return found.map((each) => (each.mint === null ? each : { ...each, unit: mintUnit(each.mint, mints) }));
	}

	return {
		/** Never rejects: why a chain could not be asked is in what it gives. */
		async read(chainRef: string, all: readonly MetAllowance[]): Promise<ReadChain> {
			const accounts = [...new Set(all.map((met) => met.account))];
			try {
				const read = readChainRef(chainRef) === null ? readSvm : readEvm;
				return { chainRef, accounts, fault: null, found: await read(chainRef, all) };
			} catch (cause) {
				return { chainRef, accounts, fault: messageOf(cause), found: [] };
			}
		},
	};
}
