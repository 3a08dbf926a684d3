/**
 * Matches a short address, an amount with its unit, or a fiat value. Each of these is about as wide as a long
 * word.
 */
const WHOLE = /(?<!\S)(\S{1,8}…\S{1,10}|[+−]?\d[\d.,]{0,13}…? \S{1,8}|\(?[≈<] \$\d[\d.,]{0,13}\)?)(?=\s|$)/;

/** Prevents line breaks inside short addresses and amounts. */
export function Unbroken({ text }: { text: string }) {
	return text.split(WHOLE).map((part, at) =>
		at % 2 === 0 ? (
			part
		) : (
			<span key={at} className="whitespace-nowrap">
				{part}
			</span>
		),
	);
}
