export type Inline =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "strong" | "em" | "del"; readonly children: readonly Inline[] }
	| { readonly kind: "code"; readonly text: string }
	| {
			readonly kind: "link";
			readonly href: string;
			readonly label: string;
			readonly children: readonly Inline[];
	  }
	| { readonly kind: "image"; readonly alt: string; readonly href: string }
	| { readonly kind: "break" };

export interface ListItem {
	/** `null` if this isn't a task list item. */
	readonly checked: boolean | null;
	readonly blocks: readonly Block[];
}

export type Align = "left" | "right" | "center" | null;

export type Block =
	| { readonly kind: "paragraph"; readonly children: readonly Inline[] }
	| { readonly kind: "heading"; readonly depth: number; readonly children: readonly Inline[] }
	| { readonly kind: "code"; readonly lang: string; readonly text: string }
	| { readonly kind: "quote"; readonly blocks: readonly Block[] }
	| { readonly kind: "list"; readonly start: number | null; readonly items: readonly ListItem[] }
	| {
			readonly kind: "table";
			readonly align: readonly Align[];
			readonly header: readonly (readonly Inline[])[];
			readonly rows: readonly (readonly (readonly Inline[])[])[];
	  }
	| { readonly kind: "rule" }
	/** HTML, definitions and deeply nested content, kept as source text. */
	| { readonly kind: "raw"; readonly text: string };
