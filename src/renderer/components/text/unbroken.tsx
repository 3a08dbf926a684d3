/**
 * Short address ("0x6fF569…6D9b43’s"), amount with unit ("−7.34 USDC"), or value ("(≈ $7.34)"): none is much
 * wider than a word.
 */
const WHOLE = /(?<!\S)(\S{1,8}…\S{1,10}|[+−]?\d[\d.,]{0,13}…? \S{1,8}|\(?[≈<] \$\d[\d.,]{0,13}\)?)(?=\s|$)/;

/** Sentence without line breaks inside a short address or between an amount and its unit. */
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
