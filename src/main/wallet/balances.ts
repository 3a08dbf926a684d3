import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/message.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { EvmChains } from "../chains/evm/chain.ts";
import type { SvmChains } from "../chains/svm/chain.ts";
import type { Ports } from "../ports.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import type { Accounts } from "./accounts.ts";

export interface BalancesDeps {
	readonly ports: Pick<Ports, "clock" | "log">;
	readonly accounts: Pick<Accounts, "list" | "watched" | "isHidden">;
	readonly chains: Pick<EvmChains, "of">;
	readonly svmChains: Pick<SvmChains, "of">;
	/** The chains that have an RPC. */
	chainSettings(): readonly ChainSetting[];
}

/** How often native balances are read, in ms. */
const ROUND_MS = 20_000;

export interface Balances {
	start(): void;
	stop(): void;
	/** Reads everything once more, now. */
	read(): void;
	/** In the chain's smallest unit, by “chainId address”; null where it could not be read. */
	readonly all: () => ReadonlyMap<string, bigint | null>;
}

/** The accounts' native balances by the user's own RPC of each chain, and how each RPC answers. */
export function createBalances(
	deps: BalancesDeps,
	onHealth: (chainId: string, health: ChainHealth) => void,
): Balances {
	const known = new Map<string, bigint | null>();
	let cancel: (() => void) | null = null;
	let stopped = false;
	let reading = false;
	let again = false;

	async function readChain({ family, chainId }: ChainSetting): Promise<void> {
		const { accounts } = deps;
		const addresses = [...accounts.list(), ...accounts.watched()]
			.filter((account) => account.family === family && !accounts.isHidden(account.address))
			.map((account) => account.address);
		try {
			const chain = family === "evm" ? deps.chains.of(Number(chainId)) : deps.svmChains.of(chainId);
			await chain.prove();
			for (const address of addresses) {
				const key = `${chainId} ${address}`;
				const wei = await chain.balance(address);
				if (known.get(key) !== wei) known.set(key, wei);
			}
			onHealth(chainId, { ok: true, text: message("app.chain.answers") });
		} catch (cause) {
			if (!(cause instanceof ChainError)) throw cause;
			for (const address of addresses) known.set(`${chainId} ${address}`, null);
			onHealth(chainId, { ok: false, text: cause.text });
		}
	}

	async function round(): Promise<void> {
		if (stopped) return;
		if (reading) {
			again = true;
			return;
		}
		reading = true;
		try {
			await Promise.all(deps.chainSettings().map(readChain));
		} catch (cause) {
			deps.ports.log(`balances: ${String(cause)}`);
		} finally {
			reading = false;
		}
		if (!again) return;
		// Asked for meanwhile: an account or an address came that this round did not see.
		again = false;
		await round();
	}

	function next(): void {
		if (stopped) return;
		cancel = deps.ports.clock.after(ROUND_MS, () => {
			void round().then(next);
		});
	}

	return {
		start() {
			void round().then(next);
		},
		stop() {
			stopped = true;
			cancel?.();
		},
		read() {
			void round();
		},
		all: () => known,
	};
}
