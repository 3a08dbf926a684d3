import type { DeviceView } from "../../bridge/device-views.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Ports } from "../ports.ts";
import type { DeviceFacts } from "../review/device/device-plan.ts";
import { sameAddress } from "../signers/address.ts";
import { createLedgerSigner } from "../signers/ledger.ts";
import { createLedgerClient } from "../signers/ledger-client.ts";
import type { DeviceWatch, LedgerAccount, LedgerClient, LedgerSigner } from "../signers/ledger-types.ts";
import { createDeviceWatch } from "../signers/ledger-watch.ts";
import { deviceFactsOf, deviceViewFor } from "./device-state.ts";

/** Everything that has to do with Ledger devices, put together. */

export interface Ledger {
	readonly client: LedgerClient;
	readonly watch: DeviceWatch;
	readonly signer: LedgerSigner;
	/** The person's account with this address; null where its key is on no Ledger. */
	account(address: string): LedgerAccount | null;
	/** What is known of the device that must sign for this address; null where none must. */
	facts(address: string): DeviceFacts | null;
	/** The device as a person sees it who wants to sign for this account. */
	view(account: LedgerAccount): DeviceView;
	/** Devices are looked at while this is so: a window shows one, or something waits for one. */
	attend(wanted: boolean): void;
	/** Ends the process, and with it whatever is being asked. */
	stop(): Promise<void>;
}

export function createLedger(
	ports: Ports,
	accounts: () => Pick<Accounts, "onLedger" | "find">,
	on: {
		/** Devices came, went or stand otherwise: what waits for one may go on. */
		readonly devices: () => void;
		/** How far a question is. */
		readonly activity: () => void;
	},
): Ledger {
	const { clock, log } = ports;
	const client = createLedgerClient({
		fork: ports.forkLedger,
		transport: ports.overrides.ledger ?? { kind: "hid" },
		clock,
		random: ports.random,
		log,
	});
	const watch = createDeviceWatch({ client, clock, log });
	/** A key on this computer stands for an address that a Ledger has too. */
	const held = () =>
		accounts()
			.onLedger()
			.filter(({ address }) => accounts().find(address)?.signer === "ledger");
	const signer = createLedgerSigner({ client, watch, accounts: held, clock, log });
	const endDevices = watch.onChange(on.devices);
	const endActivity = signer.onActivity(on.activity);
	let unwant: (() => void) | null = null;

	const account = (address: string) => held().find((each) => sameAddress(each.address, address)) ?? null;

	return {
		client,
		watch,
		signer,
		account,
		facts(address) {
			const found = account(address);
			return found === null ? null : deviceFactsOf(watch, found);
		},
		view: (found) => deviceViewFor(watch, found),
		attend(wanted) {
			if (wanted) unwant ??= watch.want();
			else {
				unwant?.();
				unwant = null;
			}
		},
		async stop() {
			endDevices();
			endActivity();
			unwant?.();
			watch.stop();
			await client.stop();
		},
	};
}
