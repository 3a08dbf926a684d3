import { plain } from "../../core/format/plain.ts";
import { type Message, message } from "../../core/message.ts";
import type { UpdatesView } from "../../ipc/updates.ts";
import { BodyError, readCapped } from "../capped-body.ts";
import type { Ports } from "../ports.ts";
import {
	compareVersions,
	type ListFault,
	listFault,
	MAX_LIST_BYTES,
	openList,
	type UpdateList,
} from "./signed-list.ts";

export interface UpdatesParts {
	readonly ports: Pick<Ports, "clock" | "fetch" | "log" | "release" | "settings" | "version">;
	/** Something is being approved: nobody is distracted from it. */
	readonly busy: () => boolean;
	/** Something that a window shows has changed. */
	readonly changed: () => void;
}

export interface Updates {
	start(): void;
	stop(): void;
	view(): UpdatesView;
	/** Looks now, unless that is switched off, not set up, or under way. Never rejects. */
	check(): Promise<void>;
}

const FIRST_LOOK_MS = 60_000;
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const TIMEOUT_MS = 15_000;
const MAX_CHANGE = 300;

type LookFault = ListFault | "unreachable" | "status";

const FAULTS: Readonly<Record<LookFault, Message>> = {
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

/** Looks once a day for a newer release, and tells of it. It downloads and installs nothing. */
export function createUpdates({ ports, busy, changed }: UpdatesParts): Updates {
	const { clock, log, release, settings, version } = ports;
	let fault: LookFault | null = null;
	let abort: AbortController | null = null;
	let cancel = () => {};

	const isSet = release.list !== null && release.page !== null && release.keys.length > 0;
	const isOn = () => isSet && settings.get().lookForUpdates;

	let opened: { readonly text: string; readonly list: UpdateList | null } = { text: "", list: null };

	/** The newest list that was believed, as it was published: what stands in the file counts only as it is signed. */
	function seen(): UpdateList | null {
		const text = settings.get().updates?.list ?? "";
		if (text !== opened.text) {
			const reading = openList(text, release.keys);
			opened = { text, list: reading.ok ? reading.list : null };
		}
		return opened.list;
	}

	/** What the release's address answers, or why that is nothing to go by. */
	async function fetched(address: string, signal: AbortSignal): Promise<string | LookFault> {
		try {
			const response = await ports.fetch(address, { signal, redirect: "error", cache: "no-store" });
			if (response.ok) return await readCapped(response, MAX_LIST_BYTES);
			response.body?.cancel().catch(() => {});
			return "status";
		} catch (cause) {
			if (!(cause instanceof BodyError)) return "unreachable";
			return cause.fault === "too large" ? "too-large" : "unreadable";
		}
	}

	function take(text: string): LookFault | null {
		const reading = openList(text, release.keys);
		if (!reading.ok) return reading.fault;
		const why = listFault(reading.list, { seen: seen(), installed: version, now: clock.now() });
		if (why === null) settings.set({ updates: { checkedAt: clock.now(), list: text } });
		return why;
	}

	async function check(): Promise<void> {
		if (!isOn() || release.list === null || abort !== null) return;
		const mine = new AbortController();
		abort = mine;
		const late = clock.after(TIMEOUT_MS, () => mine.abort());
		changed();
		const answer = await fetched(release.list, mine.signal);
		late();
		abort = null;
		// Switched off meanwhile: what came is not looked at.
		if (!isOn()) return changed();
		fault = Object.hasOwn(FAULTS, answer) ? (answer as LookFault) : take(answer);
		if (fault !== null) {
			log(`updates: nothing was believed (${fault})`);
			const { updates } = settings.get();
			if (fault !== "unreachable")
				settings.set({ updates: { checkedAt: clock.now(), list: updates?.list ?? "" } });
		}
		changed();
	}

	function isDue(): boolean {
		const checkedAt = settings.get().updates?.checkedAt ?? null;
		if (checkedAt === null) return true;
		const since = clock.now() - checkedAt;
		return since >= DAY_MS || since < 0;
	}

	function lookIn(ms: number): void {
		cancel = clock.after(ms, () => {
			lookIn(HOUR_MS);
			if (isDue()) void check();
		});
	}

	function standing(list: UpdateList | null): UpdatesView["state"] {
		if (!isSet) return "unset";
		if (!isOn()) return "off";
		if (list === null) return "unknown";
		if (compareVersions(list.version, version) > 0) return "out";
		return list.expires > clock.now() ? "current" : "unknown";
	}

	return {
		start: () => {
			if (isSet) lookIn(FIRST_LOOK_MS);
		},
		stop() {
			cancel();
			abort?.abort();
		},
		check,
		view() {
			const list = seen();
			const state = standing(list);
			const isOut = state === "out" && list !== null;
			return {
				state,
				release: isOut
					? { version: list.version, changes: list.changes.map((line) => plain(line, MAX_CHANGE)) }
					: null,
				announced: isOut && !busy(),
				checkedAt: settings.get().updates?.checkedAt ?? null,
				checking: abort !== null,
				fault: fault === null || !isOn() ? null : FAULTS[fault],
			};
		},
	};
}
