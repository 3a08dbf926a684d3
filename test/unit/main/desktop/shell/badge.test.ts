import { beforeEach, describe, expect, it, vi } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";

const system = { badge: -1, takes: true };
vi.mock("electron", () => ({
	app: {
		setBadgeCount: (count: number) => {
			system.badge = count;
			return system.takes;
		},
	},
	nativeImage: {
		createEmpty: () => {
			const scales: number[] = [];
			return {
				scales,
				addRepresentation: ({ scaleFactor }: { scaleFactor: number }) => scales.push(scaleFactor),
			};
		},
		createFromBitmap: () => ({ toPNG: () => Buffer.alloc(0) }),
	},
}));

const { Badge } = await import("../../../../../src/main/desktop/shell/badge.ts");

const state = (count: number, isDanger = false) => ({
	count,
	isDanger,
	tooltip: message("notice.count", { count }),
});

function taskbar() {
	const laid: (readonly [readonly number[] | null, string])[] = [];
	let isGone = false;
	return {
		laid,
		close: () => {
			isGone = true;
		},
		isDestroyed: () => isGone,
		setOverlayIcon: (image: unknown, text: string) =>
			void laid.push([image === null ? null : (image as { scales: number[] }).scales, text]),
	};
}

describe("the badge", () => {
	beforeEach(() => {
		system.badge = -1;
	});

	it("is the system’s own on macOS and Linux, without an overlay on a window", () => {
		const badge = new Badge("darwin");
		const window = taskbar();
		badge.attachTo(window);
		badge.show(state(3));
		expect([system.badge, window.laid]).toEqual([3, []]);
	});

	it("is an overlay on the window’s button on Windows, and disappears if nothing waits", () => {
		const badge = new Badge("win32");
		const window = taskbar();
		badge.attachTo(window);
		badge.show(state(3));
		badge.show(state(3));
		badge.show(state(3, true));
		badge.show(state(0));
		expect(window.laid).toEqual([
			[[1, 2], "3 waiting for you"],
			[[1, 2], "3 waiting for you"],
			[null, "No requests waiting"],
		]);
		expect(system.badge).toBe(-1);
	});

	it("is added to a window opened later, and not to a closed one", () => {
		const badge = new Badge("win32");
		badge.show(state(2));
		const [first, second] = [taskbar(), taskbar()];
		badge.attachTo(first);
		first.close();
		badge.show(state(4));
		badge.attachTo(second);
		expect([first.laid.length, second.laid]).toEqual([1, [[[1, 2], "4 waiting for you"]]]);
	});

	it("is reported as unavailable on a Linux desktop without one", () => {
		const [linux, windows] = [new Badge("linux"), new Badge("win32")];
		expect([linux.isTaken(), windows.isTaken()]).toEqual([null, true]);
		system.takes = false;
		linux.show(state(1));
		expect(linux.isTaken()).toBe(false);
		system.takes = true;
		linux.show(state(2));
		expect(linux.isTaken()).toBe(true);
	});
});
