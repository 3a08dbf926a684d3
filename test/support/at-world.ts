import { type Address, getAddress } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { openWorld, type SvmWorld, type World } from "../mock-service/fixture.ts";
import { evmNetwork, svmNetwork } from "./networks.ts";
import { openPerson, type Person, type PersonOptions, scratch } from "./person.ts";

/** Opens the app with a user, the mock service and local chains. */

/** Returns the app's configuration for a world: its service, and its chains as the user's networks. */
export function appAt(world: World, solana: SvmWorld | null = null) {
	return {
		baseUrl: world.service.url,
		token: world.service.token,
		chains: [evmNetwork(world.chain), ...(solana === null ? [] : [svmNetwork(solana.svm)])],
	} satisfies Partial<PersonOptions>;
}

/** Returns the address of the user's first EVM account. */
export function evmAddress(person: Person): Address {
	const account = person.desk().accounts.find(({ family }) => family === "evm");
	if (account === undefined) throw new Error("no EVM account");
	return getAddress(account.address.address);
}

export interface UserAtWorld {
	readonly world: World;
	readonly person: Person;
	readonly account: Address;
	/** Stops everything, and removes the app's stored data. */
	close(): Promise<void>;
}

/** Opens a world, and the app in it with a new key whose account owns ETH and DEMO. */
export async function openUser(
	app: (world: World) => Partial<PersonOptions> = () => ({}),
): Promise<UserAtWorld> {
	const world = await openWorld();
	const folder = scratch();
	const end = async (person: Person | null) => {
		await person?.stop();
		await world.close();
		folder.remove();
	};
	let person: Person | null = null;
	try {
		person = await openPerson({
			dataDir: folder.path,
			...appAt(world),
			key: generatePrivateKey(),
			...app(world),
		});
		const opened = person;
		const account = evmAddress(opened);
		await world.demo.fund(account);
		return { world, person: opened, account, close: () => end(opened) };
	} catch (cause) {
		await end(person);
		throw cause;
	}
}
