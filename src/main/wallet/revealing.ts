import { message, type Text } from "../../core/message.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { done, refused } from "../outcome.ts";
import type { Gesture, Ports } from "../ports.ts";
import type { WindowRoute } from "../window-route.ts";
import { heldFault } from "./held.ts";
import { secretBytes } from "./signers/vault/client.ts";
import type { VaultClient } from "./signers/vault/types.ts";

/**
 * The recovery phrase or a private key in clear: by password and a held press, in the trusted window alone, for a
 * minute, and no longer than that window is looked at.
 */

/** In ms. */
export const SHOWN_MS = 60_000;

type Secret = Extract<WindowRoute, { kind: "secret" }>["secret"];

export interface RevealDeps {
	readonly ports: Pick<Ports, "clock"> & { readonly desktop: Pick<Ports["desktop"], "confirmByTouch"> };
	readonly vault: Pick<VaultClient, "showPhrase" | "exportKey">;
	place(): WindowRoute;
	/** Moves the trusted window, and raises it unless told not to. */
	go(place: WindowRoute, raise?: boolean): void;
}

/** Where the secret was asked for, which is shown again once it is hidden. */
const formOf = (secret: Secret): WindowRoute =>
	secret.kind === "phrase" ? { kind: "showPhrase" } : { kind: "account", address: secret.address };

/** Hides what is shown; false where nothing is. */
export function hideSecret(deps: Pick<RevealDeps, "place" | "go">): boolean {
	const place = deps.place();
	if (place.kind !== "secret") return false;
	deps.go(formOf(place.secret), false);
	return true;
}

function show(deps: RevealDeps, secret: Secret): CommandOutcome {
	const shown: WindowRoute = { kind: "secret", secret };
	deps.go(shown);
	deps.ports.clock.after(SHOWN_MS, () => {
		if (deps.place() === shown) hideSecret(deps);
	});
	return done;
}

/** The hold, and where this computer reads fingers one of those; null where both say yes. */
async function factorFault(deps: RevealDeps, why: Text, gesture: Gesture): Promise<Text | null> {
	const fault = heldFault(gesture, deps.ports.clock.now());
	if (fault !== null) return fault;
	const asked = deps.place();
	if ((await deps.ports.desktop.confirmByTouch(why)) === "no") return message("app.touch.no");
	// Whoever went elsewhere meanwhile does not want it any more.
	return deps.place() === asked ? null : message("app.secret.left");
}

/** Text of bytes that are overwritten; the text itself can't be. */
function textAndWipe(bytes: Uint8Array): string {
	const text = new TextDecoder().decode(bytes);
	bytes.fill(0);
	return text;
}

const hidesAt = ({ ports }: RevealDeps) => ports.clock.now() + SHOWN_MS;

export async function showPhrase(
	deps: RevealDeps,
	password: string,
	gesture: Gesture,
): Promise<CommandOutcome> {
	if (deps.place().kind !== "showPhrase") return refused(message("app.secret.left"));
	const fault = await factorFault(deps, message("app.touch.phrase"), gesture);
	if (fault !== null) return refused(fault);
	const shown = await deps.vault.showPhrase(secretBytes(password));
	if (!shown.ok) return refused(shown.text);
	const phrase = textAndWipe(shown.phrase).split(" ");
	if (deps.place().kind !== "showPhrase") return refused(message("app.secret.left"));
	return show(deps, { kind: "phrase", phrase, hidesAt: hidesAt(deps) });
}

export async function exportKey(
	deps: RevealDeps,
	{ address, password }: { readonly address: string; readonly password: string },
	gesture: Gesture,
): Promise<CommandOutcome> {
	const isAsked = () => {
		const place = deps.place();
		return place.kind === "exportKey" && place.address === address;
	};
	if (!isAsked()) return refused(message("app.secret.left"));
	const fault = await factorFault(deps, message("app.touch.key"), gesture);
	if (fault !== null) return refused(fault);
	const exported = await deps.vault.exportKey(address, secretBytes(password));
	if (!exported.ok) return refused(exported.text);
	const key = textAndWipe(exported.key);
	if (!isAsked()) return refused(message("app.secret.left"));
	return show(deps, { kind: "key", address, key, hidesAt: hidesAt(deps) });
}
