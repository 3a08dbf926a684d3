import { message, type Text } from "../../core/localized-text.ts";
import type { secretProcedures } from "../../ipc/keys.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Gesture, Ports } from "../ports.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { WindowRoute } from "../window-route.ts";
import type { Accounts } from "./accounts.ts";
import { pressFault } from "./hold-gesture.ts";
import { secretBytes, type VaultClient } from "./signers/vault/client.ts";
import type { VaultStatus } from "./signers/vault/connection.ts";

export const SHOWN_MS = 60_000;

type Secret = Extract<WindowRoute, { kind: "secret" }>["secret"];

const formOf = (secret: Secret): WindowRoute =>
	secret.kind === "phrase" ? { kind: "showPhrase" } : { kind: "account", address: secret.address };

/** The returned text can't be wiped. */
function textAndWipe(bytes: Uint8Array): string {
	const text = new TextDecoder().decode(bytes);
	bytes.fill(0);
	return text;
}

type Commands = HandlersOf<typeof secretProcedures>;

export class SecretScreens implements Commands {
	readonly #app;

	constructor(app: {
		readonly ports: Pick<Ports, "clock"> & { readonly desktop: Pick<Ports["desktop"], "confirmByTouch"> };
		readonly window: Pick<TrustedWindow, "route" | "go" | "leadOn">;
		readonly wallet: {
			readonly accounts: Pick<Accounts, "find">;
			readonly vault: Pick<VaultClient, "showPhrase" | "exportKey">;
		};
	}) {
		this.#app = app;
	}

	async openExport({ address }: CommandInput<Commands, "openExport">): Promise<CommandOutcome> {
		const { wallet, window } = this.#app;
		if (wallet.accounts.find(address)?.signer !== "local") return refused(message("app.no-key-here"));
		return window.leadOn({ kind: "exportKey", address });
	}

	async showPhrase(
		{ password }: CommandInput<Commands, "showPhrase">,
		gesture: Gesture,
	): Promise<CommandOutcome> {
		const { wallet, window } = this.#app;
		if (window.route().kind !== "showPhrase") return refused(message("app.secret.left"));
		const fault = await this.#factorFault(message("app.touch.phrase"), gesture);
		if (fault !== null) return refused(fault);
		const shown = await wallet.vault.showPhrase(secretBytes(password));
		if (!shown.ok) return refused(shown.text);
		const phrase = textAndWipe(shown.phrase).split(" ");
		if (window.route().kind !== "showPhrase") return refused(message("app.secret.left"));
		return this.#show({ kind: "phrase", phrase, hidesAt: this.#hidesAt() });
	}

	async exportKey(
		{ address, password }: CommandInput<Commands, "exportKey">,
		gesture: Gesture,
	): Promise<CommandOutcome> {
		const { wallet, window } = this.#app;
		const isOpen = () => {
			const route = window.route();
			return route.kind === "exportKey" && route.address === address;
		};
		if (!isOpen()) return refused(message("app.secret.left"));
		const fault = await this.#factorFault(message("app.touch.key"), gesture);
		if (fault !== null) return refused(fault);
		const exported = await wallet.vault.exportKey(address, secretBytes(password));
		if (!exported.ok) return refused(exported.text);
		const key = textAndWipe(exported.key);
		if (!isOpen()) return refused(message("app.secret.left"));
		return this.#show({ kind: "key", address, key, hidesAt: this.#hidesAt() });
	}

	async hideSecret(): Promise<CommandOutcome> {
		this.hide();
		return done;
	}

	hide(): boolean {
		const route = this.#app.window.route();
		if (route.kind !== "secret") return false;
		this.#app.window.go(formOf(route.secret), false);
		return true;
	}

	#hidesAt(): number {
		return this.#app.ports.clock.now() + SHOWN_MS;
	}

	#show(secret: Secret): CommandOutcome {
		const { ports, window } = this.#app;
		const shown: WindowRoute = { kind: "secret", secret };
		window.go(shown);
		ports.clock.after(SHOWN_MS, () => {
			if (window.route() === shown) this.hide();
		});
		return done;
	}

	/**
	 * Requires a press and hold and, if this computer has a reader, a fingerprint. Returns `null` if both
	 * succeeded.
	 */
	async #factorFault(why: Text, gesture: Gesture): Promise<Text | null> {
		const { ports, window } = this.#app;
		const fault = pressFault(gesture, ports.clock.now());
		if (fault !== null) return fault;
		const requested = window.route();
		if ((await ports.desktop.confirmByTouch(why)) === "no") return message("app.touch.no");
		return window.route() === requested ? null : message("app.secret.left");
	}
}

/**
 * Returns whether the screen shows a new recovery phrase that the user has neither checked nor discarded. No
 * outside event may navigate away from it.
 */
export const isNewPhrase = (
	{ kind }: WindowRoute,
	{ phrasePositions }: Pick<VaultStatus, "phrasePositions">,
): boolean => (kind === "phrase" || kind === "phraseCheck") && phrasePositions !== null;
