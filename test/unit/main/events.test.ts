import { expect, it } from "vitest";
import { Events } from "../../../src/main/events.ts";

it("an event reaches its own listeners with its payload, then those of every event", () => {
	const events = new Events(() => {});
	const heard: unknown[] = [];
	events.onAny((name, sessionId) => heard.push([name, sessionId]));
	events.on("title-changed", (payload) => heard.push(payload));
	events.on("price-changed", () => heard.push("price"));
	events.emit("title-changed", { sessionId: "ses" });
	expect(heard).toEqual([{ sessionId: "ses" }, ["title-changed", "ses"]]);
});

it("a throwing listener is logged, and fails neither the next listener nor the caller", () => {
	const lines: string[] = [];
	const events = new Events((line) => lines.push(line));
	let count = 0;
	events.on("price-changed", () => {
		throw new Error("broken listener");
	});
	events.on("price-changed", () => {
		count += 1;
	});
	events.emit("price-changed");
	expect([count, lines.length]).toEqual([1, 1]);
});

it("an ended subscription gets nothing more", () => {
	const events = new Events(() => {});
	let count = 0;
	const end = events.on("price-changed", () => {
		count += 1;
	});
	events.emit("price-changed");
	end();
	events.emit("price-changed");
	expect(count).toBe(1);
});
