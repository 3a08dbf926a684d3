import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { bandOf } from "../../../../src/core/review/band.ts";
import { wordLabel } from "../../../../src/renderer/trusted/review/decision/decision-bar.tsx";
import { textOf } from "../../../../src/text/index.ts";
import { risky } from "../../../preview/samples/review.ts";

describe("the reason of the band", () => {
	it("is repeated if it requires a typed word", () => {
		const sentence = `${textOf(bandOf(risky()).reason)}.`;
		const label = renderToStaticMarkup(wordLabel(sentence, "UNLIMITED", "unlimited"));
		expect(label.startsWith(sentence)).toBe(true);
		expect(label).toMatch(/<b[^>]*>UNLIMITED<\/b>/);
	});
});
