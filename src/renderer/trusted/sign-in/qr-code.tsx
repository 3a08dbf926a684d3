import { useMemo } from "react";
import { encode } from "uqr";

export interface QrPicture {
	readonly size: number;
	readonly path: string;
}

/** Width of the quiet zone in modules (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/** Returns `null` if the text is too long. */
export function qrPicture(text: string): QrPicture | null {
	try {
		const { size, data } = encode(text, { ecc: "M", border: QUIET });
		return { size, path: data.map(rowPath).join("") };
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
}

function rowPath(row: readonly boolean[], y: number): string {
	let path = "";
	for (let x = 0; x < row.length; x++) {
		if (row[x] !== true) continue;
		const from = x;
		while (row[x + 1] === true) x++;
		const width = x + 1 - from;
		path += `M${from} ${y}h${width}v1h-${width}z`;
	}
	return path;
}

/** Dark on light in both themes, because many scanners require it. */
export function QrCode({ text, name }: { text: string; name: string }) {
	const picture = useMemo(() => qrPicture(text), [text]);
	if (picture === null) return null;
	const { size, path } = picture;
	return (
		<svg
			role="img"
			aria-label={name}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			className="block size-44 shrink-0 rounded-md border border-line short:size-36"
		>
			<rect width={size} height={size} fill="#fff" />
			<path d={path} fill="#000" />
		</svg>
	);
}
