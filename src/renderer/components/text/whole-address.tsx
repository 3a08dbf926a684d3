import clsx from "clsx";
import { Fragment } from "react";
import { characterPairs, wholeGroups } from "../figures.ts";

/**
 * Shows an address in groups. The gaps are margins, so copying yields the plain address.
 * @param similar address to compare with; the characters that differ are marked
 * @param alarming marks the differing characters in red, or both ends if there is no address to compare with
 */
export function WholeAddress({
	address,
	similar = null,
	alarming = false,
}: {
	address: string;
	similar?: string | null;
	alarming?: boolean;
}) {
	const marks = similar === null ? null : characterPairs(address, similar);
	let at = 0;
	const groups = wholeGroups(address).map((group) => {
		const from = at;
		at += group.length;
		return { group, from };
	});
	return (
		<span
			data-glance="address"
			className="num text-[13px] leading-5 tracking-normal text-ink-2 wrap-anywhere"
		>
			{groups.map(({ group, from }, index) => (
				<Fragment key={from}>
					<span
						className={clsx(
							index < groups.length - 1 && "mr-1.5",
							marks === null &&
								(index === 0 || index === groups.length - 1) && [
									"font-semibold",
									alarming ? "text-danger" : "text-ink",
								],
						)}
					>
						{marks === null ? group : <Marked text={group} differs={marks.slice(from)} alarming={alarming} />}
					</span>
					<wbr />
				</Fragment>
			))}
		</span>
	);
}

/** Differences are underlined, because color alone isn't enough. */
function Marked({
	text,
	differs,
	alarming,
}: {
	text: string;
	differs: readonly boolean[];
	alarming: boolean;
}) {
	const runs: { text: string; differs: boolean; at: number }[] = [];
	for (const [at, char] of [...text].entries()) {
		const last = runs.at(-1);
		if (last !== undefined && last.differs === (differs[at] ?? false)) last.text += char;
		else runs.push({ text: char, differs: differs[at] ?? false, at });
	}
	return runs.map((run) =>
		run.differs ? (
			<b
				key={run.at}
				className={clsx(
					"font-bold underline decoration-2 underline-offset-4",
					alarming ? "bg-danger-soft text-danger" : "text-ink",
				)}
			>
				{run.text}
			</b>
		) : (
			run.text
		),
	);
}
