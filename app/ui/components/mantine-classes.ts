import { Button, Input, Title, UnstyledButton } from "@mantine/core";

/** Guest pages use Mantine's classes on plain elements: its components took much of a page's time. */
export const MANTINE = {
  title: Title.classes.root,
  button: `${Button.classes.root} ${UnstyledButton.classes.root}`,
  buttonInner: Button.classes.inner,
  buttonLabel: Button.classes.label,
  control: Input.classes.wrapper,
  input: Input.classes.input,
  inputSection: Input.classes.section,
} as const;
