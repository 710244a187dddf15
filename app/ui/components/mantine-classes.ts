import { Button, Input, Title, UnstyledButton } from "@mantine/core";

/**
 * The names of Mantine's style sheet. Our pages are rendered once and never change by script, so plain elements carry
 * them: the components that Mantine would render them by took much of a page's time.
 */
export const MANTINE = {
  title: Title.classes.root,
  button: `${Button.classes.root} ${UnstyledButton.classes.root}`,
  buttonInner: Button.classes.inner,
  buttonLabel: Button.classes.label,
  control: Input.classes.wrapper,
  input: Input.classes.input,
  inputSection: Input.classes.section,
} as const;
