import { type DeviceAccess, type DeviceSession, isAway, type Work } from "./device-session.ts";
import type { Engine } from "./engine.ts";
import { DeviceError, deviceErrorOf, refusalOf } from "./faults.ts";
import { type DeviceApp, type DeviceRefusal, isDashboard } from "./protocol.ts";
import { meaning } from "./status.ts";
import { sleep } from "./time.ts";

/**
 * A device disconnects from USB whenever an app opens or closes. Returns `false` if it disconnected without
 * answering.
 */
async function mayLeave(asking: Promise<void>): Promise<boolean> {
	try {
		await asking;
		return true;
	} catch (error) {
		if (!isAway(error)) throw error;
		return false;
	}
}

/** @param app `null` for the dashboard */
async function isThere(
	line: DeviceSession,
	engine: Engine,
	work: Work,
	app: DeviceApp | null,
): Promise<boolean> {
	const info = await line.once(work, (talk) => engine.appInfo(talk));
	const there = app === null ? isDashboard(info.name) : info.name === app;
	if (there) line.remember(info, null);
	return there;
}

/** @throws DeviceError `timeout` if another app stayed open, `unplugged` if the device didn't come back */
async function arrive(
	line: DeviceSession,
	access: DeviceAccess,
	work: Work,
	app: DeviceApp | null,
): Promise<void> {
	const { engine, clock, times } = access;
	const until = clock.now() + times.graceMs;
	for (;;) {
		let last = new DeviceError("timeout");
		try {
			if (await isThere(line, engine, work, app)) return;
		} catch (error) {
			last = meaning(deviceErrorOf(error), "look", null, null);
			if (last.fault === "cancelled" || last.fault === "locked") throw last;
		}
		if (clock.now() >= until) throw isAway(last) ? new DeviceError("unplugged", { cause: last }) : last;
		await sleep(clock, times.pollMs, work.signal);
	}
}

function leaveOther(
	line: DeviceSession,
	engine: Engine,
	work: Work,
	app: DeviceApp,
): Promise<{ readonly ok: true; readonly was: string } | DeviceRefusal> {
	return line.using(work, { operation: "look", family: null }, async (talk) => {
		const { name } = await engine.appInfo(talk);
		if (name !== app && !isDashboard(name)) await mayLeave(engine.quitApp(talk));
		return { ok: true as const, was: name };
	});
}

/** Never rejects. Has no time limit if the device prompts the user. */
export async function openAppOn(
	line: DeviceSession,
	access: DeviceAccess,
	work: Work,
	app: DeviceApp,
): Promise<{ readonly ok: true } | DeviceRefusal> {
	const left = await leaveOther(line, access.engine, work, app);
	if (!left.ok || left.was === app) return left.ok ? { ok: true } : left;
	let prompt: DeviceRefusal["prompt"] = "notAsked";
	try {
		if (!isDashboard(left.was)) await arrive(line, access, work, null);
		let asking = false;
		const asked = await line.using(
			work,
			{ operation: "openApp", family: null },
			async (talk) => {
				asking = true;
				return { ok: true as const, answered: await mayLeave(access.engine.openApp(talk, app)) };
			},
			() => !asking,
		);
		if (!asked.ok) return asked;
		prompt = asked.answered ? "answered" : "unknown";
		await arrive(line, access, work, app);
		return { ok: true };
	} catch (error) {
		return { ...refusalOf(error, false), prompt };
	}
}
