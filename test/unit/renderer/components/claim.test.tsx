import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Claim, ClaimBlock } from "../../../../src/renderer/components/claim.tsx";

describe("others' text", () => {
	it("is never markup", () => {
		const html = renderToStaticMarkup(<Claim text={'<img src=x onerror="alert(1)"> [a](javascript:b)'} />);
		expect(html).not.toContain("<img");
		expect(html).not.toContain("<a ");
		expect(html).toContain("&lt;img");
	});
	it("is isolated from the surrounding writing direction", () => {
		expect(renderToStaticMarkup(<Claim text="a" />)).toBe("<bdi>a</bdi>");
	});
	it("shows its hidden characters", () => {
		expect(renderToStaticMarkup(<Claim text={"a\u202Eb"} />)).toContain("⟦U+202E⟧");
	});
	it("is truncated on a line, and says so", () => {
		expect(renderToStaticMarkup(<Claim text={"x".repeat(50)} max={10} />)).toBe(
			`<bdi>${"x".repeat(10)}…</bdi>`,
		);
	});
	it("is truncated in a block, with a button that shows the rest", () => {
		const html = renderToStaticMarkup(<ClaimBlock text={"x".repeat(2000)} max={100} />);
		expect(html).toContain("Show all 2,000 characters");
		expect(html).not.toContain("x".repeat(101));
	});
});
