import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Countdown } from "../../../../src/renderer/components/countdown.tsx";
import { ClockProvider } from "../../../../src/renderer/state/clock.tsx";
import { timeLeftText } from "../../../../src/text/time.ts";
import { NOW } from "../../../preview/samples/common.ts";

const AT = NOW + 252_000;
/** Returns the text that assistive technology reads out. */
const spokenOf = (alone: boolean) =>
	/sr-only">([^<]*)</.exec(
		renderToStaticMarkup(
			<ClockProvider mainNow={NOW}>
				<Countdown at={AT} alone={alone} />
			</ClockProvider>,
		),
	)?.[1];

describe("the spoken remaining time", () => {
	it("is only the time inside a sentence", () => {
		expect(spokenOf(false)).toBe(timeLeftText(AT, NOW));
	});

	it("says that it remains if it is alone", () => {
		expect(spokenOf(true)).toContain(timeLeftText(AT, NOW));
		expect(spokenOf(true)).not.toBe(timeLeftText(AT, NOW));
	});
});
