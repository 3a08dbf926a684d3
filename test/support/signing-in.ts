import type { IdentityView, SignInProgress } from "../../src/ipc/sign-in.ts";
import type { Resource } from "../../src/service-api/resource.ts";
import type { AuthOptions } from "../mock-service/auth/authority.ts";
import { type Service, startService } from "../mock-service/service.ts";
import { UNREACHABLE_CHAIN } from "../mock-service/unreachable-chain.ts";
import { must, type Person } from "./person.ts";

/** Signs a user in to the service with its authorization server, without a chain. */

export function startAuthService(dataDir: string, auth: AuthOptions = {}): Promise<Service> {
	return startService({
		dataDir,
		token: "fixed-token",
		chains: [UNREACHABLE_CHAIN],
		settings: { following: false },
		auth,
	});
}

/** Returns the sign-in screen's current state. */
export async function identity(person: Person): Promise<IdentityView> {
	await person.callDesk("openTrusted", { screen: "signIn" });
	person.countersign.pushTrusted();
	const screen = person.screen();
	if (screen.screen !== "signIn") throw new Error(`the window shows ${screen.screen}`);
	return screen.identity;
}

function progressNow(person: Person): SignInProgress | null {
	const screen = person.screen();
	return screen.screen === "signIn" ? screen.identity.progress : null;
}

export function progress<K extends SignInProgress["kind"]>(
	person: Person,
	kind: K,
	more: (found: Extract<SignInProgress, { kind: K }>) => boolean = () => true,
): Promise<Extract<SignInProgress, { kind: K }>> {
	return person.until(`a sign-in that is ${kind}`, () => {
		const found = progressNow(person);
		const isKind = (each: SignInProgress): each is Extract<SignInProgress, { kind: K }> => each.kind === kind;
		return found !== null && isKind(found) && more(found) ? found : null;
	});
}

export const ALL: readonly Resource[] = ["agent", "pipeline", "account"];

export async function begin(
	person: Person,
	by: "browser" | "device",
	resources: readonly Resource[],
): Promise<void> {
	await identity(person);
	must(await person.callTrusted("signIn", { by, resources }));
	// Replaces the displayed result of an earlier sign-in.
	person.countersign.pushTrusted();
}

/** Signs in with codes that `who` confirms on another device. */
export async function signInByDevice(
	service: Service,
	person: Person,
	who: string | null,
	resources: readonly Resource[] = ALL,
): Promise<void> {
	await begin(person, "device", resources);
	for (const resource of resources) {
		const { userCode } = await progress(person, "device", (found) => found.resource === resource);
		await service.control.approveDevice({ userCode, person: who });
	}
}

/** Signs in with the browser that the app opens. */
export async function signInByBrowser(
	service: Service,
	person: Person,
	who: string | null,
	change: Readonly<Partial<Record<"state" | "iss" | "code", string>>> = {},
	resource: Resource = "agent",
): Promise<void> {
	const before = person.ports.desktop.opened.length;
	await begin(person, "browser", [resource]);
	const url = await person.until("the browser", () => person.ports.desktop.opened[before]);
	await service.control.approveInBrowser({ url, person: who, change });
}
