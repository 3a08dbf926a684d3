import { plain } from "../../core/format/plain.ts";
import { UNSIGNED } from "../../core/journal/types.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { UpdatesView, updateProcedures } from "../../ipc/about.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { BodyError, readCapped } from "../capped-body.ts";
import type { Events } from "../events.ts";
import { done, type HandlersOf, refused } from "../handlers.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import {
	compareVersions,
	type ListFault,
	listFault,
	MAX_LIST_BYTES,
	openList,
	type UpdateList,
} from "./signed-list.ts";

const FIRST_CHECK_MS = 60_000;
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const TIMEOUT_MS = 15_000;
const MAX_CHANGE = 300;

type CheckFault = ListFault | "unreachable" | "status";

const FAULTS: Readonly<Record<CheckFault, Message>> = {
	unreachable: message("updates.fault.unreachable"),
	status: message("updates.fault.unreachable"),
	"too-large": message("updates.fault.not-a-list"),
	unsigned: message("updates.fault.not-a-list"),
	unreadable: message("updates.fault.not-a-list"),
	signature: message("updates.fault.signature"),
	expired: message("updates.fault.expired"),
	early: message("updates.fault.early"),
	older: message("updates.fault.older"),
};

/** Announces newer releases but downloads nothing. The release page's address is built in. */
export class Updates implements HandlersOf<typeof updateProcedures> {
	readonly #app;
	readonly #isSet: boolean;
	#fault: CheckFault | null = null;
	#abort: AbortController | null = null;
	#cancel = () => {};
	#opened: { readonly text: string; readonly list: UpdateList | null } = { text: "", list: null };

	constructor(app: {
		readonly ports: Pick<Ports, "clock" | "fetch" | "log" | "release" | "settings" | "version"> & {
			readonly desktop: Pick<Ports["desktop"], "openExternal">;
		};
		readonly events: Events;
		readonly window: Pick<TrustedWindow, "route">;
		readonly stores: { readonly journal: Pick<Journal, "unsettled"> };
	}) {
		this.#app = app;
		const { list, page, keys } = app.ports.release;
		this.#isSet = list !== null && page !== null && keys.length > 0;
	}

	start(): void {
		if (this.#isSet) this.#checkIn(FIRST_CHECK_MS);
	}

	stop(): void {
		this.#cancel();
		this.#abort?.abort();
	}

	view(): UpdatesView {
		const list = this.#seen();
		const state = this.#state(list);
		const isOut = state === "out" && list !== null;
		return {
			state,
			release: isOut
				? { version: list.version, changes: list.changes.map((line) => plain(line, MAX_CHANGE)) }
				: null,
			announced: isOut && !this.#isBusy(),
			checkedAt: this.#app.ports.settings.get().updates?.checkedAt ?? null,
			checking: this.#abort !== null,
			fault: this.#fault === null || !this.#isOn() ? null : FAULTS[this.#fault],
		};
	}

	async checkUpdates(): Promise<CommandOutcome> {
		await this.check();
		return done;
	}

	async openReleasePage(): Promise<CommandOutcome> {
		const { desktop, release } = this.#app.ports;
		if (release.page === null) return refused(message("updates.unset"));
		await desktop.openExternal(release.page);
		return done;
	}

	async check(): Promise<void> {
		const { events, ports } = this.#app;
		const { clock, log, release, settings } = ports;
		if (!this.#isOn() || release.list === null || this.#abort !== null) return;
		const abort = new AbortController();
		this.#abort = abort;
		const late = clock.after(TIMEOUT_MS, () => abort.abort());
		events.emit("update-changed");
		const answer = await this.#fetch(release.list, abort.signal);
		late();
		this.#abort = null;
		// The user may have turned off updates in the meantime.
		if (!this.#isOn()) return events.emit("update-changed");
		this.#fault = Object.hasOwn(FAULTS, answer) ? (answer as CheckFault) : this.#accept(answer);
		if (this.#fault !== null) {
			log(`updates: nothing was believed (${this.#fault})`);
			const { updates } = settings.get();
			if (this.#fault !== "unreachable")
				settings.set({ updates: { checkedAt: clock.now(), list: updates?.list ?? "" } });
		}
		events.emit("update-changed");
	}

	#isOn(): boolean {
		return this.#isSet && this.#app.ports.settings.get().lookForUpdates;
	}

	#isBusy(): boolean {
		const { stores, window } = this.#app;
		return (
			window.route().kind !== "empty" || stores.journal.unsettled().some(({ state }) => UNSIGNED.has(state))
		);
	}

	/** The stored list is verified again each time it is loaded. */
	#seen(): UpdateList | null {
		const { release, settings } = this.#app.ports;
		const text = settings.get().updates?.list ?? "";
		if (text !== this.#opened.text) {
			const reading = openList(text, release.keys);
			this.#opened = { text, list: reading.ok ? reading.list : null };
		}
		return this.#opened.list;
	}

	async #fetch(address: string, signal: AbortSignal): Promise<string | CheckFault> {
		try {
			const response = await this.#app.ports.fetch(address, { signal, redirect: "error", cache: "no-store" });
			if (response.ok) return await readCapped(response, MAX_LIST_BYTES);
			response.body?.cancel().catch(() => {});
			return "status";
		} catch (cause) {
			if (!(cause instanceof BodyError)) return "unreachable";
			return cause.fault === "too large" ? "too-large" : "unreadable";
		}
	}

	#accept(text: string): CheckFault | null {
		const { clock, release, settings, version } = this.#app.ports;
		const reading = openList(text, release.keys);
		if (!reading.ok) return reading.fault;
		const why = listFault(reading.list, { seen: this.#seen(), installed: version, now: clock.now() });
		if (why === null) settings.set({ updates: { checkedAt: clock.now(), list: text } });
		return why;
	}

	#isDue(): boolean {
		const { clock, settings } = this.#app.ports;
		const checkedAt = settings.get().updates?.checkedAt ?? null;
		if (checkedAt === null) return true;
		const since = clock.now() - checkedAt;
		return since >= DAY_MS || since < 0;
	}

	#checkIn(ms: number): void {
		this.#cancel = this.#app.ports.clock.after(ms, () => {
			this.#checkIn(HOUR_MS);
			if (this.#isDue()) void this.check();
		});
	}

	#state(list: UpdateList | null): UpdatesView["state"] {
		const { clock, version } = this.#app.ports;
		if (!this.#isSet) return "unset";
		if (!this.#isOn()) return "off";
		if (list === null) return "unknown";
		if (compareVersions(list.version, version) > 0) return "out";
		return list.expires > clock.now() ? "current" : "unknown";
	}
}
