export default {
  amount: {
    required: "Choose an amount, or type one",
    invalid: "Type an amount such as 5 or 12.50",
    minimum: "The smallest tip is {{minimum}}",
    maximum: "The largest tip is {{maximum}}",
  },
  name: { long: "At most 80 characters, please" },
  message: {
    long: "At most 1000 characters, please",
    price:
      "{{name}} reads messages from {{price}} on. Leave the message out, or go back and give a little more",
  },
  image: {
    file_format: "File format not recognized",
    file_size: "The file is too big. Maximum file size 10 MB",
  },
  type: { required: "Choose how you want to pay" },
  country: { required: "Choose your country" },
  currency: { required: "Choose a currency" },
  email: {
    invalid: "This does not look like an email address",
    to_share: "To share your address, type it here",
  },
  offer: {
    not_offered: "This way to pay is not on offer for that currency and country. Choose another one",
    no_rate: "There is no fresh exchange rate for this currency today. Choose another one",
  },
} as const;
