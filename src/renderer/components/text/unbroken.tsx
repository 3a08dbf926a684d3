/**
 * A short form of an address ("0x6fF569…6D9b43’s"), a number with its unit ("−7.34 USDC"), or what it is worth
 * ("(≈ $7.34)"): none is much wider than a word.
 */
const WHOLE = /(?<!\S)(\S{1,8}…\S{1,10}|[+−]?\d[\d.,]{0,13}…? \S{1,8}|\(?[≈<] \$\d[\d.,]{0,13}\)?)(?=\s|$)/;

/** A sentence of which no line ends inside a short address, or between an amount and its unit. */
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
